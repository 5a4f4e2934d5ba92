import t from 'tap';
import { parsePage } from '../parse-page.ts';
import { chooseContent } from './choose-content.ts';
import { readBlocks, type PageBlocks } from './page-blocks.ts';

const read = (html: string) =>
  readBlocks(parsePage({ html, title: '', language: '', url: '' }).body);

const choose = (page: PageBlocks, odds: readonly number[], isArticle = false) =>
  chooseContent(page, Float32Array.from(odds), isArticle);

t.test('a page as blocks', async (t) => {
  const { blocks, root } = read(
    '<nav><a href="/">Home</a></nav><main>loose <b>text</b><p>one two</p><a href="/x"><div>linked</div></a><pre>a\nb</pre></main>',
  );
  t.same(
    blocks.map(({ text, words, linkWords }) => [text, words, linkWords]),
    [
      ['Home', 1, 1],
      ['loose text', 2, 0],
      ['one two', 2, 0],
      ['linked', 1, 1],
      ['a b', 2, 0],
    ],
  );
  t.match(root, { words: 8, linkWords: 2, first: 0, end: 5 });
});

t.test('words of scripts without spaces count by their length', async (t) => {
  t.equal(read('<p>東京都渋谷区です</p>').root.words, 4);
});

t.test('what is a little unlikely stays with what is around it', async (t) => {
  const page = read(
    '<main><p>one two three four</p><p>five</p><p>six seven eight</p></main><aside><p>nine</p><p>ten eleven</p></aside>',
  );
  t.same(choose(page, [3, 0.2, 3, -3, -3]), [true, true, true, false, false]);
  t.same(choose(page, [3, -5, 3, -3, -3]), [true, false, true, false, false]);
  t.same(choose(page, [-3, -3, -3, -3, 3]), [false, false, false, false, true]);
});

t.test('a page whose content is hard to tell gives more', async (t) => {
  const page = read('<p>one two three</p><p>four five six</p>');
  t.same(choose(page, [-0.5, -0.5]), [true, true]);
  t.same(choose(page, [4, -1.5]), [true, false]);
});

t.test('beside an article that is certain, what is in doubt is left out', async (t) => {
  const page = read(
    '<main><p>one two three four five six seven eight</p></main><ul><li>some comment on it</li></ul>',
  );
  t.same(choose(page, [4, -0.2]), [true, true]);
  t.same(choose(page, [4, -0.2], true), [true, false]);
  t.same(choose(page, [0.6, -0.2], true), [true, true], 'what would leave nothing is not done');
});

t.test('a paragraph of an article that is a link is one to another article', async (t) => {
  const linked = '<a href="/b">Related: five lakes of the north</a>';
  const page = (html: string) =>
    read(`<p>one two three four five six seven eight</p>${html}<p>nine ten eleven twelve</p>`);
  const odds = [4, 0.6, 4];
  t.same(choose(page(`<p>${linked}</p>`), odds, true), [true, false, true]);
  t.same(
    choose(page(`<p>${linked}</p>`), odds),
    [true, true, true],
    'of other pages it is content',
  );
  t.same(choose(page(`<p>As we said of ${linked}, they are deep</p>`), odds, true), [
    true,
    true,
    true,
  ]);
});
