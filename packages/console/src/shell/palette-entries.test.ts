import t from 'tap';
import { findEntries, typedPlace } from './palette-entries.ts';

const run = () => {};

t.test('entries are found by all words, the best first', (t) => {
  const entries = [
    { type: 'request', title: 'https://tasks.example/', words: '0a1b succeeded', run },
    { type: 'page', title: 'Tasks', run },
    { type: 'action', title: 'New task', run },
    { type: 'account', title: 'acme', run },
  ];
  const titles = (text: string) => findEntries(entries, text).map(({ title }) => title);
  t.same(titles('task'), ['Tasks', 'https://tasks.example/', 'New task']);
  t.same(titles('  TASK new '), ['New task']);
  t.same(titles('0a1b'), ['https://tasks.example/']);
  t.same(titles('.*'), []);
  t.equal(titles('').length, 4);
  t.equal(
    findEntries(
      Array.from({ length: 99 }, () => ({ type: 'x', title: 'x', run })),
      '',
    ).length,
    30,
  );
  t.end();
});

t.test('a typed URL is rendered, and a typed id is opened', (t) => {
  t.equal(
    typedPlace(' https://example.com/a b')?.path,
    '/console/playground?url=https%3A%2F%2Fexample.com%2Fa%2520b',
  );
  t.equal(typedPlace('example.com/x')?.title, 'Render https://example.com/x');
  t.equal(
    typedPlace('01A2254C-bb06-7768-b86e-ad270dc29046')?.path,
    '/console/renders/01a2254c-bb06-7768-b86e-ad270dc29046',
  );
  for (const text of ['', 'tasks', 'javascript:alert(1)', 'http://', 'a b.c']) {
    t.equal(typedPlace(text), undefined, text);
  }
  t.end();
});
