import t from 'tap';
import { compareFields } from './compare-fields.ts';
import { compareTexts } from './compare-texts.ts';

const page = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    url: 'https://shop.example/lamp',
    title: 'Lamp',
    markdown: '# Lamp\n',
    links: [{ url: 'https://shop.example/a', text: 'A', kind: 'internal' }],
    json_ld: [{ '@type': 'Product', offers: { price: '49', sizes: ['s', 'm'] } }],
    ...fields,
  });
const compare = (before: string, after: string, strip = (text: string) => text) =>
  compareFields(before, after, strip);

t.test('reports the values, entries of lists and parts of JSON-LD that differ', (t) => {
  const after = page({
    title: 'Desk lamp',
    description: 'Steel.',
    canonical: 'https://shop.example/l',
    pages: 2,
    links: [{ url: 'https://shop.example/b', text: 'B', kind: 'internal' }],
    json_ld: [{ '@type': 'Product', offers: { price: '45', sizes: ['s'] } }],
  });
  t.strictSame(compare(page(), after), [
    { field: 'title', before: 'Lamp', after: 'Desk lamp' },
    { field: 'description', after: 'Steel.' },
    { field: 'canonical', after: 'https://shop.example/l' },
    { field: 'pages', after: '2' },
    { field: 'links', before: 'https://shop.example/a' },
    { field: 'links', after: 'https://shop.example/b' },
    { field: 'json_ld[0].offers.price', before: '49', after: '45' },
    { field: 'json_ld[0].offers.sizes[1]', before: 'm' },
  ]);
  t.strictSame(compare(page(), page()), []);
  t.end();
});

t.test('only results of a scrape have fields', (t) => {
  for (const other of ['{}', 'null', '[]', 'text', '{"url":"a","markdown":"b"}', '5']) {
    t.equal(compare(page(), other), undefined, other);
    t.equal(compare(other, page()), undefined, other);
  }
  t.equal(compareTexts('{}', '{"a":1}', { isJson: true }).fields, undefined);
  t.end();
});

t.test('what is ignored does not count', (t) => {
  const options = { isJson: true, ignoreText: ['token=\\w+', '\\d+ in stock'] };
  const { same, fields } = compareTexts(
    page({ url: 'https://shop.example/?token=a', description: '3 in stock' }),
    page({ url: 'https://shop.example/?token=b', description: '5 in stock' }),
    options,
  );
  t.equal(same, true);
  t.strictSame(fields, []);
  t.end();
});

t.test('odd values are no fields, and long ones and many are cut', (t) => {
  const odd = page({ title: {}, links: [null, 5, { url: 7 }], images: 'x', json_ld: null });
  t.ok(compare(page(), odd));
  const links = Array.from({ length: 5000 }, (_, at) => ({ url: `https://shop.example/${at}` }));
  const found = compare(page({ links: [] }), page({ title: 'x'.repeat(10_000), links })) ?? [];
  t.equal(found.length, 200);
  t.equal(found[0]?.after?.length, 500);
  const wide = { a: Array.from({ length: 50_000 }, (_, at) => at) };
  t.ok((compare(page(), page({ json_ld: wide })) ?? []).length <= 200);
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  t.equal(compare(page(), page().replace('"Lamp"', deep)), undefined, 'nested too deep');
  t.end();
});
