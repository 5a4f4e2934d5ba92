import t from 'tap';
import { readObservation } from './observation.ts';

const on = { id: 1, selectors: [['#a']], frame: [] };
const read = (observation: unknown) => readObservation(JSON.stringify(observation));

t.test('reads what the recorder sends', async (t) => {
  for (const observation of [
    { type: 'aim', id: 3 },
    { type: 'click', button: 'primary', x: 1, y: -2, on },
    { type: 'doubleClick', button: 'secondary', x: 1, y: 2, on },
    { type: 'fill', value: 'a', secret: '', on },
    { type: 'fill', value: '', secret: 'card_code', on },
    { type: 'choose', value: 'a', isMultiple: true, on },
    { type: 'key', keys: ['Control', 'a'] },
    { type: 'scroll', x: 0, y: 10 },
    { type: 'scroll', x: 0, y: 10, on: { ...on, frame: [0, 2] } },
  ]) {
    t.same(read(observation), { ...observation, hasGrown: false }, observation.type);
  }
});

t.test('reads what it did not record', async (t) => {
  t.same(read({ type: 'unrecorded', what: 'drag' }), { type: 'unrecorded', what: 'drag' });
  for (const what of ['toString', '<b>', 1, undefined]) {
    t.equal(read({ type: 'unrecorded', what }), undefined);
  }
});

t.test('ignores everything else', async (t) => {
  const click = { type: 'click', button: 'primary', x: 1, y: 2, on };
  const wrong: unknown[] = [
    null,
    1,
    [],
    {},
    { type: 'navigate', url: 'file:///etc/passwd' },
    { ...click, x: 1.5 },
    { ...click, y: 1e300 },
    { ...click, on: undefined },
    { ...click, on: { ...on, selectors: 'a' } },
    { ...click, on: { ...on, selectors: [['a'.repeat(1000)]] } },
    { ...click, on: { ...on, selectors: Array.from({ length: 100 }, () => ['a']) } },
    { ...click, on: { ...on, frame: ['0'] } },
    { type: 'fill', value: 1, secret: '', on },
    { type: 'fill', value: 'a', secret: '{{x}}', on },
    { type: 'fill', value: 'a'.repeat(70_000), secret: '', on },
    { type: 'key', keys: ['a'.repeat(100)] },
    { type: 'key', keys: 'Enter' },
  ];
  for (const observation of wrong)
    t.equal(read(observation), undefined, JSON.stringify(observation)?.slice(0, 80));
  t.equal(readObservation('{'), undefined);
  t.equal(readObservation(`"${'a'.repeat(300_000)}"`), undefined);
});

t.test('returns no fields but its own', async (t) => {
  const given = { type: 'key', keys: ['a'], selectors: [['b']], __proto__: { x: 1 } };
  t.same(read(given), { type: 'key', keys: ['a'], hasGrown: false });
});
