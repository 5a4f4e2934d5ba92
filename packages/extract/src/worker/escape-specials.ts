import { flanking, shownChar } from './flanking.ts';
import { mark, marks, textMarks, unmarked } from './marks.ts';

/** The context of a text. */
export interface TextContext {
  isHeading: boolean;
  /** The first thing in a list item. */
  isItem: boolean;
  isCell: boolean;
}

const anySpecial = new RegExp(`[${textMarks}]`);
const m = (chars: string) => [...chars].map(mark).join('');
const lineEnd = '(?=\\s|$)';
const fences = new RegExp(`^(?:${mark('~')}{3,}|${mark('`')}{3,})`);
const task = new RegExp(`^${mark('[')}[ xX]${mark(']')}(?: |$)`);
const angleLinkEnd = new RegExp(`(<(?:https?://|[\\w.+-]+@)[^\\s<>]*?)${marks.linkEnd}`, 'g');

/** Patterns that would start a block, with the length before the character to escape. */
const atLineStart: readonly RegExp[] = [
  new RegExp(`^()${mark('#')}{1,6}${lineEnd}`),
  new RegExp(`^()${mark('>')}`),
  // HTML blocks begin with less than a whole tag.
  new RegExp(`^()${mark('<')}[A-Za-z/?${mark('!')}]`),
  new RegExp(`^()[${m('-+*')}]${lineEnd}`),
  new RegExp(`^(\\d{1,9})[${m('.)')}]${lineEnd}`),
  new RegExp(`^()(?:${mark('=')}+|(?=[${mark('|')}: ]*${mark('-')})[${m('-|')}: ]+)$`),
  new RegExp(`^()(?:(?:${mark('*')} *){3,}|(?:${mark('_')} *){3,})$`),
  new RegExp(`^()${mark('[')}[^\\n]{1,999}?${mark(']')}:`),
];

/** Puts a backslash before exactly the characters that Markdown would take for signs. */
export function escapeSpecials(text: string, context: TextContext): string {
  if (!anySpecial.test(text)) return withLinkEnds(text);
  const chars = [...text];
  const escaped = new Set<number>();
  markLineStarts(text, context, escaped);
  for (const sign of ['*', '_', '~', '`']) {
    if (text.includes(mark(sign))) markRuns(chars, sign, escaped);
  }
  const firstBracket = chars.indexOf(mark('['));
  const lastAngle = Math.max(chars.lastIndexOf(mark('>')), chars.lastIndexOf('>'));
  const hasPartner = { before: firstBracket < 0 ? Infinity : firstBracket, after: lastAngle };
  for (const [index, char] of chars.entries()) {
    const real = unmarked(char);
    if (real !== undefined && isSign(real, chars, index, hasPartner)) escaped.add(index);
  }
  if (context.isHeading) markClosingSigns(chars, escaped);
  const out = chars.map((char, index) => {
    const real = unmarked(char);
    return real === undefined ? char : escaped.has(index) ? `\\${real}` : real;
  });
  return withLinkEnds(out.join(''));
}

/** An address in angle brackets ends with one, a link with a parenthesis. */
function withLinkEnds(text: string): string {
  return text.replace(angleLinkEnd, '$1>').replaceAll(marks.linkEnd, ')');
}

function markLineStarts(text: string, context: TextContext, escaped: Set<number>): void {
  if (context.isHeading || context.isCell) return;
  let start = 0;
  for (const [number, line] of text.split('\n').entries()) {
    for (const pattern of atLineStart) {
      const found = pattern.exec(line);
      // A list that interrupts a paragraph must start with one.
      const isLate = number > 0 && /^\d/.test(line) && found?.[1] !== '1';
      if (found && !isLate) escaped.add(start + [...(found[1] ?? '')].length);
    }
    // A fence that loses its first sign still begins what a shorter run can close.
    const fence = fences.exec(line)?.[0] ?? '';
    for (let index = 0; index < fence.length; index += 1) escaped.add(start + index);
    const isTask = number === 0 && context.isItem;
    if (isTask && task.test(line)) escaped.add(start);
    start += [...line].length + 1;
  }
}

/** Signs that only mean something in pairs. */
function markRuns(chars: readonly string[], sign: string, escaped: Set<number>): void {
  const runs = runsOf(chars, sign);
  // For `~` and backticks only runs of one length make a pair.
  const kinds = Map.groupBy(runs, ({ length }) => (sign === '~' || sign === '`' ? length : 0));
  // A run of the text that meets one of the conversion is read together with it.
  for (const run of runs) if (run.isText && run.isMixed) escapeRun(run, escaped);
  for (const [length, group] of kinds) {
    if (sign === '~' && length > 2) continue;
    const firstOpen = group.find(({ opens }) => opens)?.start ?? Infinity;
    const lastClose = group.findLast(({ closes }) => closes)?.start ?? -1;
    const isPair =
      sign === '`'
        ? () => group.length > 1 || runs.some(({ isText }) => !isText)
        : (run: Run) =>
            (run.opens && run.start < lastClose) || (run.closes && run.start > firstOpen);
    for (const run of group) if (run.isText && isPair(run)) escapeRun(run, escaped);
  }
}

function escapeRun({ start, length }: Run, escaped: Set<number>): void {
  for (let index = start; index < start + length; index += 1) escaped.add(index);
}

interface Run {
  start: number;
  length: number;
  /** Of the text; else a sign that the conversion set. */
  isText: boolean;
  isMixed: boolean;
  opens: boolean;
  closes: boolean;
}

function runsOf(chars: readonly string[], sign: string): Run[] {
  const runs: Run[] = [];
  for (let index = 0; index < chars.length; index += 1) {
    if (shownChar(chars[index]) !== sign) continue;
    const start = index;
    let isText = false;
    let isMixed = false;
    while (shownChar(chars[index]) === sign) {
      const isOfText = unmarked(chars[index] ?? '') !== undefined;
      isMixed ||= index > start && isText !== isOfText;
      isText ||= isOfText;
      index += 1;
    }
    const before = shownChar(chars[start - 1]);
    const after = shownChar(chars[index]);
    const { left, right } = flanking(before, after);
    const isPunct = (char: string) => /[\p{P}\p{S}]/u.test(char);
    // Without the text's backslash, the conversion's signs have other neighbours.
    const opens = isMixed || (sign === '_' ? left && (!right || isPunct(before)) : left);
    const closes = isMixed || (sign === '_' ? right && (!left || isPunct(after)) : right);
    runs.push({ start, length: index - start, isText, isMixed, opens, closes });
  }
  return runs;
}

function isSign(
  real: string,
  chars: readonly string[],
  index: number,
  partner: { before: number; after: number },
): boolean {
  const next = shownChar(chars[index + 1]);
  switch (real) {
    case '\\':
      return /^[!-/:-@[-`{-~\n]$/.test(next);
    case '<':
      return /[A-Za-z/?!]/.test(next) && index < partner.after;
    case '&':
      return /^&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/.test(
        chars
          .slice(index, index + 36)
          .map(shownChar)
          .join(''),
      );
    case ']':
      return next === '(' && index > partner.before;
    case '!':
      return chars[index + 1] === '[';
    default:
      return false;
  }
}

/** Signs at the end of a heading would be taken for its close. */
function markClosingSigns(chars: readonly string[], escaped: Set<number>): void {
  let index = chars.length;
  while (index > 0 && chars[index - 1] === mark('#')) index -= 1;
  const before = shownChar(chars[index - 1]);
  if (index < chars.length && (before === '' || before === ' ')) escaped.add(index);
}
