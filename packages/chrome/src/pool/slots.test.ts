import t from 'tap';
import { createSlots } from './slots.ts';

const { signal } = new AbortController();

t.test('gives so many slots, and the next in order', async (t) => {
  const slots = createSlots(2);
  const first = await slots.take(signal);
  await slots.take(signal);
  const entered: number[] = [];
  const third = slots.take(signal).then((free) => (entered.push(3), free));
  const fourth = slots.take(signal).then((free) => (entered.push(4), free));
  await new Promise(setImmediate);
  t.same(entered, []);
  first();
  first();
  (await third)();
  await fourth;
  t.same(entered, [3, 4]);
});

t.test('an aborted waiter leaves the queue', async (t) => {
  const slots = createSlots(1);
  const free = await slots.take(signal);
  const impatient = new AbortController();
  const given = slots.take(impatient.signal);
  const patient = slots.take(signal);
  impatient.abort(new Error('gone'));
  await t.rejects(given, /gone/);
  free();
  (await patient)();
  await t.rejects(slots.take(AbortSignal.abort(new Error('before'))), /before/);
  await slots.take(signal);
});
