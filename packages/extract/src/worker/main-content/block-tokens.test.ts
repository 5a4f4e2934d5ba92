import t from 'tap';
import { parsePage } from '../parse-page.ts';
import { readTokens, tokenCount, tokenKinds } from './block-tokens.ts';
import { readBlocks } from './page-blocks.ts';
import { readTokenWeights, writeTokenWeights, tokenOdds } from './read-tokens.ts';

function tokensOf(html: string): (index: number) => Record<(typeof tokenKinds)[number], number[]> {
  const tokens = readTokens(readBlocks(parsePage({ html, title: '', language: '', url: '' }).body));
  return (index) => {
    const [text = [], names = [], headings = []] = tokens(index);
    return { text: [...text], names: [...names], headings: [...headings] };
  };
}

const filler = `<p>${'and so on '.repeat(50)}</p>`;

t.test('the same words are the same tokens, wherever they stand', async (t) => {
  const of = tokensOf(
    `<p>Add to cart</p><div class="card">${filler}</div><p>add to CART</p><p>Add to basket</p>`,
  );
  t.same(of(0).text, of(2).text);
  t.equal(of(0).text.length, 6, 'three words, two pairs, and the whole');
  const shared = of(3).text.filter((token) => of(0).text.includes(token));
  t.equal(shared.length, 3, 'two words and a pair');
  t.ok(of(1).text.every((token) => token >= 0 && token < tokenCount));
});

t.test('numbers are all one, in texts and in names', async (t) => {
  const of = tokensOf(
    `<div class="post-1"><p>3 replies</p></div><div class="post-22"><p>145 replies</p></div>${filler}`,
  );
  t.same(of(0), of(1));
});

t.test('names that are near say something else than those far out', async (t) => {
  const of = tokensOf(
    `<div class="sidebar"><p>one</p><section><div><div><div><p>two</p></div></div></div></section></div>${filler}`,
  );
  const near = new Set(of(0).names);
  const far = of(1).names.filter((token) => near.has(token));
  t.ok(far.length > 0, 'what a name says anywhere is the same');
  t.ok(far.length < near.size);
});

t.test('the headings over a block, but not its own', async (t) => {
  const of = tokensOf(
    '<h2>Related products</h2><p>one</p><h3>Reviews</h3><p>two</p><h2>Related products</h2><p>three</p>',
  );
  t.same(of(1).headings, of(5).headings);
  t.not(of(1).headings.length, of(3).headings.length);
  t.same(of(0).headings.length, 1, 'there is none yet');
});

t.test('what a page names and nests without end is read in part', async (t) => {
  const long = 'word '.repeat(100_000);
  const deep = 100;
  const of = tokensOf(
    `${'<div class="aa bb cc">'.repeat(deep)}<p>${long}</p>${'</div>'.repeat(deep)}<p>${long}</p>`,
  );
  t.equal(of(0).text.length, 31, 'thirty words and the beginning');
  t.equal(of(0).names.length, 1 + 15 * 8, 'of the paragraph and fifteen elements around it');
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const names = letters.flatMap((one) => letters.map((other) => one + other)).join(' ');
  const named = tokensOf(`<div class="${names}"><p>one</p></div>${filler}`);
  t.equal(named(0).names.length, 1 + 12 + 1 + 12 + 1, 'twelve names of an element');
});

t.test('weights are written and read', async (t) => {
  const weights = new Float32Array(tokenCount);
  weights.set([0.5, -1.27, 1.27]);
  const { step, text } = writeTokenWeights({ weights, bias: -0.3 });
  const read = readTokenWeights(-0.3, step, text);
  t.equal(read.weights.length, tokenCount);
  for (const [index, weight] of [0.5, -1.27, 1.27, 0].entries())
    t.ok(Math.abs((read.weights[index] ?? NaN) - weight) <= step / 2 + 1e-6);
  t.ok(Math.abs(tokenOdds(read, [2, 2, 2, 2]) - (-0.3 + (4 * 1.27) / 2)) < 0.05);
  t.equal(tokenOdds(read, []), -0.3);
});
