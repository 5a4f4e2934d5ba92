import t from 'tap';
import { jsonRows, maxRows, pathOf } from './json-rows.ts';

t.test('shows what is open', async (t) => {
  const value = { title: 'A <b>page</b>', links: [{ url: 'x' }], none: null, empty: [] };
  const textsOf = (...open: string[][]) =>
    jsonRows(value, new Set(open.map(pathOf))).map(({ depth, key, text }) => [depth, key, text]);
  t.same(textsOf(), [[0, '', '{4}']]);
  t.same(textsOf([], ['links']), [
    [0, '', '{4}'],
    [1, 'title', '"A <b>page</b>"'],
    [1, 'links', '[1]'],
    [2, '0', '{1}'],
    [1, 'none', 'null'],
    [1, 'empty', '[]'],
  ]);
});

t.test('renders at most 1,000 rows, and 200 of a list', async (t) => {
  const list = Array.from({ length: 300 }, () => ({ a: [1, 2, 3] }));
  const open = new Set([pathOf([])]);
  t.equal(jsonRows(list, open).at(-1)?.text, '100 more');
  for (let at = 0; at < 300; at += 1) {
    open.add(pathOf([`${at}`])).add(pathOf([`${at}`, 'a']));
  }
  t.equal(jsonRows(list, open).length, maxRows);
  t.equal(jsonRows('x'.repeat(5_000), open)[0]?.text.length, 1_001);
  t.equal(jsonRows({ ['x'.repeat(5_000)]: 1 }, open)[1]?.key.length, 1_001);
});

t.test('names of a page mean nothing', async (t) => {
  const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as object;
  const rows = jsonRows(value, new Set([pathOf([])]));
  t.same(
    rows.map(({ key }) => key),
    ['', '__proto__', 'constructor'],
  );
});
