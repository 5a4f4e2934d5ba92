import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createGradualFill } from './gradual-fill.ts';

/** Lets so many knock, and gives those that were let in. */
function knock(fill: ReturnType<typeof createGradualFill>, count: number): number[] {
  const entered: number[] = [];
  for (let visitor = 1; visitor <= count; visitor += 1) {
    void fill.pass(false)?.then(() => entered.push(visitor));
  }
  return entered;
}

t.test('lets in who is wanted, and so many of the others as it is told', async (t) => {
  const fill = createGradualFill(60_000);
  const entered = knock(fill, 3);
  t.equal(fill.pass(true), undefined);
  await delay(5);
  t.same(entered, []);
  fill.admit(1);
  await delay(5);
  t.same(entered, [1]);
  t.not(fill.pass(false), undefined, 'others are still held');
  fill.admit(5);
  await delay(5);
  t.same(entered, [1, 2, 3]);
  t.equal(fill.pass(false), undefined, 'once all are in, nobody is held');
});

t.test('nothing is admitted before somebody came', async (t) => {
  const fill = createGradualFill(60_000);
  fill.admit(2);
  const entered = knock(fill, 1);
  await delay(5);
  t.same(entered, []);
  fill.open();
  await delay(5);
  t.same(entered, [1]);
  t.equal(fill.pass(false), undefined);
});

t.test('after a rest all come in', async (t) => {
  const fill = createGradualFill(20);
  const entered = knock(fill, 2);
  await delay(60);
  t.same(entered, [], 'which begins when there is a page');
  fill.rest();
  await delay(60);
  t.same(entered, [1, 2]);
});
