import { runInThisContext } from 'node:vm';
import t from 'tap';
import { callInPage, type PageFunction } from './in-page.ts';
import { bringIntoView, revealParts } from '../load/settle/reveal.ts';
import { countRequests, requestParts } from '../load/settle/script-requests.ts';
import { settlePage, settleParts } from '../load/settle/settle-page.ts';

function twice(value: number): number {
  return value * 2;
}

function sum(values: readonly number[], label: string): string {
  return `${label}${values.reduce((total, value) => total + twice(value), 0)}`;
}

t.test('a function is called with its parts and JSON', (t) => {
  const expression = callInPage(sum, [twice], [1, 2], 'the "sum": ');
  t.equal(runInThisContext(expression), 'the "sum": 6');
  t.end();
});

t.test('the name is that of the source, whatever a minifier says it is', (t) => {
  const renamed = runInThisContext('(function a(b) { return b + 1 })') as (value: number) => number;
  Object.defineProperty(renamed, 'name', { value: 'increment' });
  t.equal(runInThisContext(callInPage(renamed, [], 1)), 2);
  t.throws(() => callInPage((value: number) => value, [], 1), /not a function declaration/);
  t.end();
});

t.test('what is sent into pages survives a bundler that keeps names', (t) => {
  const functions: PageFunction[] = [
    ...settleParts,
    ...revealParts,
    ...requestParts,
    settlePage,
    bringIntoView,
    countRequests,
  ];
  // esbuild wraps what has a name: declarations, functions kept in variables and in properties.
  const named =
    /(?:\bfunction\s+\w|\b(?:const|let)\s+\w+\s*=\s*(?:async\s*)?(?:function|class|\([^()]*\)\s*=>|\w+\s*=>)|[{,]\s*\w+:\s*(?:async\s*)?(?:function|\([^()]*\)\s*=>|\w+\s*=>))/;
  t.match('function a() { const b = (c) => c; }'.slice(9), named);
  t.match('new Proxy(a, { apply: (b) => b })', named);
  for (const each of functions) {
    t.notMatch(String(each).replace(/^(?:async )?function/, ''), named, each.name);
  }
  t.end();
});
