import type { PageBlocks } from './page-blocks.ts';
import { pricePattern, runsOf, type PageSignals } from './page-signals.ts';
import { wordsOf } from './words.ts';

/** Names of what a block's own text tells, in their order. */
export const textNames = [
  'words',
  'characters per word',
  'link density',
  'link words',
  'images',
  'ends sentence',
  'commas',
  'capitals',
  'digits',
  'upper',
  'short',
  'price',
  'date',
  'legal',
  'call',
  'more',
  'reply',
  'title overlap',
  'description overlap',
  'stated overlap',
  'repeats of text',
] as const;

/** Features of the texts of the blocks, one row after the other. */
export function describeTexts({ blocks }: PageBlocks, signals: PageSignals): Float32Array {
  const width = textNames.length;
  const rows = new Float32Array(blocks.length * width);
  const known = new Map<string, number>();
  for (const { text } of blocks) known.set(text, (known.get(text) ?? 0) + 1);
  for (const block of blocks) {
    const { text, words, linkWords, images, index } = block;
    const ownWords = wordsOf(text);
    const test = (pattern: RegExp) => (pattern.test(text) ? 1 : 0);
    rows.set(
      [
        Math.log1p(words),
        text.length / (words + 1),
        linkWords / (words + 0.5),
        Math.log1p(linkWords),
        images,
        endsSentence(text),
        (text.match(/[,，、]/g) ?? []).length,
        (text.match(/\b\p{Lu}/gu) ?? []).length / (words + 1),
        (text.match(/\d/g) ?? []).length / (text.length + 1),
        text.length > 3 && text === text.toUpperCase() ? 1 : 0,
        words <= 3 ? 1 : 0,
        test(pricePattern),
        test(datePattern),
        test(legalPattern),
        test(callPattern),
        test(morePattern),
        test(replyPattern),
        shareIn(ownWords, signals.titleWords),
        shareIn(ownWords, signals.descriptionWords),
        signals.statedRuns.size === 0 ? -1 : shareIn([...runsOf(ownWords)], signals.statedRuns),
        Math.log1p(known.get(text) ?? 1),
      ],
      index * width,
    );
  }
  return rows;
}

function endsSentence(text: string): number {
  return /[.!?。！？…:;]["'”’)\]]?$/.test(text) ? 1 : 0;
}

function shareIn(words: readonly string[], known: ReadonlySet<string>): number {
  if (known.size === 0) return -1;
  return words.filter((word) => known.has(word)).length / (words.length + 0.5);
}

const datePattern =
  /\b(19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\bago\b/i;
const legalPattern =
  /©|\(c\)|copyright|all rights reserved|privacy|terms (of|and|&)|cookie|disclaimer|impressum|datenschutz/i;
const callPattern =
  /sign (up|in)|log ?in|subscribe|newsletter|register|download|follow us|contact us|get started|add to (cart|bag|basket|wish)|buy now|shop now|join|free trial|enter your|e-?mail address|request a demo|skip to/i;
const morePattern =
  /read (more|next|also)|related|you (may|might) (also )?like|recommended|more (from|stories|in|articles)|learn more|view (all|more)|see (all|more)|show more|load more|previous|next|popular|trending|latest|customers also|share (this|on)/i;
const replyPattern =
  /\breply\b|comments?\b|\bposted\b|\bjoined\b|\bquote\b|upvote|\bviews\b|report|permalink|leave a/i;
