import { runInThisContext } from 'node:vm';
import t from 'tap';
import { assemblePageCode, callInPage, callOf, createPageCode } from './create-page-code.ts';

const factor = 2;

function twice(value: number): number {
  return value * factor;
}

function sum(values: readonly number[], label: string): string {
  const total = (all: number, value: number) => all + twice(value);
  return `${label}${values.reduce(total, 0)}`;
}

async function later(value: number): Promise<number> {
  return twice(value);
}

const world = { evaluate: async <T>(text: string) => runInThisContext(text) as T };
const code = createPageCode({ factor, twice }, { sum, later, twice });

t.test('calls a function with its dependencies and JSON arguments', async (t) => {
  t.equal(runInThisContext(callOf(code.sum, [1, 2], 'the "sum": ')), 'the "sum": 6');
  t.equal(await callInPage(world, code.later, 4), 8);
  t.notMatch(code.twice.source, /later|sum/, 'nothing else goes along');
  // @ts-expect-error: the compiler knows what it takes
  t.equal(typeof callOf(code.twice, 'a'), 'string');
});

t.test('calls functions assembled from texts', async (t) => {
  const texts = Object.fromEntries(Object.values(code).map(({ name, own }) => [name, own]));
  const frozen = assemblePageCode(texts) as typeof code;
  t.equal(await callInPage(world, frozen.sum, [1, 2], ''), '6');
});

t.test('a list contains the functions of the list it is given', async (t) => {
  const shared = createPageCode({ factor, twice });
  const whole = createPageCode(shared, { later });
  t.equal(await callInPage(world, whole.later, 4), 8);
  const { own } = whole.later;
  const frozen = assemblePageCode({ later: own }, shared) as typeof whole;
  t.equal(await callInPage(world, frozen.later, 5), 10);
  t.equal(await callInPage(world, frozen.twice, 5), 10);
});

t.test('rejects functions changed by a bundler, and ambiguous names', async (t) => {
  const renamed = runInThisContext('(function a(b) { return b + 1 })') as (value: number) => number;
  Object.defineProperty(renamed, 'name', { value: 'increment' });
  t.throws(() => createPageCode({ increment: renamed }), /increment .* but of a: a bundler/);
  t.throws(() => createPageCode({ lambda: (value: number) => value }), /lambda runs in pages/);
  t.throws(() => createPageCode({ twice }, { twice: 3 }), /called twice/);
});
