import t from 'tap';
import { recordKey } from './record-key.ts';

t.test('finds keys beside values, and inside of plain and of encoded ones', async (t) => {
  t.equal(recordKey({ key: 1, value: 'x' }, {}), '1');
  t.equal(recordKey({ keyEncoded: { d: 'x' }, value: 1 }, {}), '{"d":"x"}');
  t.equal(recordKey({ value: { user: { id: 5 } } }, { keyPath: 'user.id' }), '[5]');
  const pair = { keyPathArray: ['a', 'b'] };
  t.equal(recordKey({ value: { a: 1, b: 'x' } }, pair), '[1,"x"]');
  const encoded = { o: [{ k: 'user', v: { o: [{ k: 'id', v: 5 }], id: 2 } }], id: 1 };
  t.equal(recordKey({ valueEncoded: encoded }, { keyPath: 'user.id' }), '[5]');
  t.equal(recordKey({ value: { t: [1, 2] } }, { keyPath: 't.length' }), '[2]');
  t.equal(recordKey({ value: 'key' }, { keyPath: '' }), '["key"]');
});

t.test('a list named o is no encoding', async (t) => {
  const value = { o: [{ k: 'id', v: 'wrong' }], id: 7 };
  t.equal(recordKey({ value }, { keyPath: 'id' }), '[7]');
});

t.test('returns undefined for a key that is not found', async (t) => {
  t.equal(recordKey({ value: 1 }, {}), undefined);
  t.equal(recordKey({ value: {} }, { keyPath: 'constructor' }), undefined);
  const fields = [
    { k: 'b', v: { ref: 2 } },
    { k: 't', v: { a: [1], id: 3 } },
  ];
  const valueEncoded = { o: fields, id: 1 };
  for (const keyPath of ['b', 'b.id', 't.length']) {
    t.equal(recordKey({ valueEncoded }, { keyPath }), undefined, keyPath);
  }
});
