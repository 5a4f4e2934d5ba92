import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { createPageUses } from './page-uses.ts';

/** Work that reports its state, and continues on command. */
function createSteps() {
  const told: string[] = [];
  const steps = new Map<string, { free(): void; end(): void; fail(): void }>();
  const work = (name: string) => async (onFree: () => void) => {
    told.push(name);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    steps.set(name, { free: onFree, end: resolve, fail: () => reject(new Error(name)) });
    await promise;
    told.push(`${name} ended`);
    return name;
  };
  const step = async (name: string, what: 'free' | 'end' | 'fail') => {
    steps.get(name)?.[what]();
    await turn();
  };
  return { told, work, step };
}

t.test('starts the next capture when the page is free, not when the work has ended', async (t) => {
  const uses = createPageUses();
  const { told, work, step } = createSteps();
  const one = uses.next(work('one'));
  const two = uses.next(work('two'));
  await turn();
  t.same(told, ['one']);
  await step('one', 'free');
  t.same(told, ['one', 'two']);
  await step('two', 'end');
  await step('one', 'end');
  t.same(await Promise.all([one, two]), ['one', 'two']);
});

t.test('a failing capture frees the page', async (t) => {
  const uses = createPageUses();
  const { told, work, step } = createSteps();
  const refused = t.rejects(uses.next(work('one')), { message: 'one' });
  void uses.next(work('two'));
  await turn();
  await step('one', 'fail');
  await refused;
  t.same(told, ['one', 'two']);
});

t.test('at most two captures are encoded while the page is free', async (t) => {
  const uses = createPageUses();
  const { told, work, step } = createSteps();
  for (const name of ['one', 'two', 'three']) void uses.next(work(name));
  await turn();
  await step('one', 'free');
  await step('two', 'free');
  t.same(told, ['one', 'two']);
  await step('one', 'end');
  t.same(told, ['one', 'two', 'one ended', 'three']);
});

t.test('exclusive uses and the end wait for all captures', async (t) => {
  const uses = createPageUses();
  const { told, work, step } = createSteps();
  void uses.next(work('one'));
  void uses.alone(() => work('alone')(() => {}));
  void uses.next(work('two'));
  let isOver = false;
  void uses.ended().then(() => (isOver = true));
  await turn();
  await step('one', 'free');
  t.same(told, ['one']);
  await step('one', 'end');
  t.same(told, ['one', 'one ended', 'alone']);
  await step('alone', 'end');
  await step('two', 'free');
  t.notOk(isOver);
  await step('two', 'end');
  t.ok(isOver);
});
