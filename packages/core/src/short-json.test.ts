import { createHash } from 'node:crypto';
import t from 'tap';
import { shortJson } from './short-json.ts';

t.test('short values equal JSON', async (t) => {
  const value = { a: ['b', null, 1, true, { c: 'x'.repeat(16_384) }], d: undefined };
  t.equal(shortJson(value), JSON.stringify(value));
});

t.test('replaces long texts by their hash at any depth', async (t) => {
  const text = '<p>ü</p>'.repeat(10_000);
  const sha256 = createHash('sha256').update(text).digest('hex');
  t.same(JSON.parse(shortJson({ html: text, list: [text] })), {
    html: { sha256 },
    list: [{ sha256 }],
  });
  t.ok(shortJson({ html: 'x'.repeat(9_000_000) }).length < 200);
});

t.test('different long texts have different hashes', async (t) => {
  const long = 'x'.repeat(20_000);
  const texts = [long, `${long}x`, `y${long}`, `${long.slice(1)}y`, long.replace('x', 'ü')];
  t.equal(new Set(texts.map((text) => shortJson([text]))).size, texts.length);
});
