import t from 'tap';
import { pairPages, type PageKey } from './pair-pages.ts';

const page = (text: string): PageKey => ({
  key: text,
  words: new Set(text.split(' ').filter(Boolean)),
});
const pages = (...texts: string[]) => texts.map(page);
const [intro, prices, terms] = ['a b c d e', 'f g h i j', 'k l m n o'];

t.test('equal pages are pairs, and inserted ones move the rest', (t) => {
  t.same(pairPages(pages(intro, prices), pages(intro, prices)), [
    { before: 0, after: 0 },
    { before: 1, after: 1 },
  ]);
  t.same(pairPages(pages(intro, prices), pages('x y z', intro, prices)), [
    { after: 0 },
    { before: 0, after: 1 },
    { before: 1, after: 2 },
  ]);
  t.same(pairPages(pages(intro, prices, terms), pages(intro, terms)), [
    { before: 0, after: 0 },
    { before: 1 },
    { before: 2, after: 1 },
  ]);
  t.end();
});

t.test('a changed page is paired with its later version, beside inserted and removed ones', (t) => {
  const changed = prices.replace('j', 'changed');
  t.same(pairPages(pages(intro, prices, terms), pages(intro, 'x y z', changed, terms)), [
    { before: 0, after: 0 },
    { after: 1 },
    { before: 1, after: 2 },
    { before: 2, after: 3 },
  ]);
  t.same(pairPages(pages('x y z', prices), pages(changed)), [
    { before: 0 },
    { before: 1, after: 0 },
  ]);
  t.end();
});

t.test('pages with nothing in common are paired by place, if both documents have as many', (t) => {
  t.same(pairPages(pages(intro, 'one', terms), pages(intro, 'two', terms)), [
    { before: 0, after: 0 },
    { before: 1, after: 1 },
    { before: 2, after: 2 },
  ]);
  t.same(pairPages(pages('one', 'two', intro), pages('three', 'four', `${intro} f`)), [
    { before: 0, after: 0 },
    { before: 1, after: 1 },
    { before: 2, after: 2 },
  ]);
  t.same(pairPages(pages('one', intro), pages('two', 'three', intro)), [
    { before: 0 },
    { after: 0 },
    { after: 1 },
    { before: 1, after: 2 },
  ]);
  t.end();
});

t.test('pages without text are paired in order', (t) => {
  const scan = (key: string) => ({ key, words: new Set<string>() });
  t.same(pairPages([scan('a'), scan('b')], [scan('c'), scan('d')]), [
    { before: 0, after: 0 },
    { before: 1, after: 1 },
  ]);
  t.same(pairPages([], [scan('c')]), [{ after: 0 }]);
  t.same(pairPages([], []), []);
  t.end();
});
