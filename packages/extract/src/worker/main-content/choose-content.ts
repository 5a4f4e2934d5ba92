import { chooseBlocks } from './choose-blocks.ts';
import { expectedBias } from './expected-f1.ts';
import type { Block, PageBlocks } from './page-blocks.ts';

/** Added to the log odds of an article: in doubt, beside it are comments and related stories. */
const articleBias = -0.6;

/** Taken from the log odds of a paragraph that is a link: "Read more: …" between two paragraphs. */
const linkPenalty = 2;
const leastWords = 4;
const leastLinked = 0.8;

/** A stricter choice that leaves less is wrong: lists of articles call themselves articles. */
const leastKept = 0.4;

/** Chooses the main content by the log odds of its blocks, of an article more strictly. */
export function chooseContent(page: PageBlocks, odds: Float32Array, isArticle: boolean): boolean[] {
  const bias = expectedBias(page.blocks, odds);
  const usual = chooseBlocks(page, odds, bias);
  if (!isArticle) return usual;
  const strictOdds = odds.map((own, index) =>
    isLinkParagraph(page.blocks[index]!) ? own - linkPenalty : own,
  );
  const strict = chooseBlocks(page, strictOdds, Math.min(bias, articleBias));
  const kept = expectedWords(page, odds, strict) / expectedWords(page, odds, usual);
  return kept < leastKept ? usual : strict;
}

function isLinkParagraph({ words, linkWords, box }: Block): boolean {
  return (
    words >= leastWords &&
    linkWords >= leastLinked * words &&
    /^(?:P|DIV|STRONG|EM|B)$/.test(box.element.nodeName)
  );
}

function expectedWords(
  { blocks }: PageBlocks,
  odds: Float32Array,
  taken: readonly boolean[],
): number {
  return blocks.reduce(
    (sum, { index, words }) => sum + (taken[index] ? words / (1 + Math.exp(-odds[index]!)) : 0),
    0,
  );
}
