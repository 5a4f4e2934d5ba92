import { patternProblem } from '@tintype/contract/light';
import { diffArrays, diffWordsWithSpace } from 'diff';
import { RenderError } from '@tintype/contract/errors';
import type { CompareOptions, Hunk, TextComparison } from '../comparison.ts';
import { compareFields } from './compare-fields.ts';
import { formatDiff, type LineGroup } from './format-diff.ts';
import { sortedJson } from './sorted-json.ts';

const maxHunks = 500;
/** Edits beyond which everything between the first and the last one differs: cost is quadratic. */
const maxEdits = 5000;
/** Longer lines get no highlighted words, nor do lines with more edits. */
const maxWordChars = 5000;
const maxWordEdits = 200;

/**
 * Compares two texts line by line. JSON is compared with sorted keys, one value per line.
 * @throws RenderError `invalid_parameter` if a regular expression of `ignoreText` is invalid
 */
export function compareTexts(
  before: string,
  after: string,
  {
    ignoreText = [],
    isJson = false,
  }: Pick<CompareOptions, 'ignoreText'> & { isJson?: boolean } = {},
): TextComparison {
  const ignored = ignoreText.map(readPattern);
  const [old, now] = [before, after].map((text) => linesOf(isJson ? sortedJson(text) : text));
  const strip = (line: string) => withoutIgnored(line, ignored);
  const groups = groupLines(old ?? [], now ?? [], strip);
  const fields = isJson ? compareFields(before, after, strip) : undefined;
  const count = (type: LineGroup['type']) =>
    groups.reduce((sum, group) => sum + (group.type === type ? group.lines.length : 0), 0);
  const [added, removed] = [count('added'), count('removed')];
  return {
    type: 'text',
    same: added + removed === 0,
    changed: (added + removed) / Math.max(1, added + removed + 2 * count('same')),
    added,
    removed,
    hunks: hunksOf(groups).slice(0, maxHunks),
    diff: formatDiff(groups),
    ...(fields && { fields }),
  };
}

function readPattern(source: string): RegExp {
  const problem = patternProblem(source);
  if (problem === undefined) return new RegExp(source, 'gu');
  throw new RenderError('invalid_parameter', `ignoreText: ${source}: ${problem}.`);
}

function withoutIgnored(line: string, ignored: readonly RegExp[]): string {
  return ignored.reduce((text, pattern) => text.replace(pattern, ''), line).trimEnd();
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  // The end of the last line begins no further one.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Lines are equal if they are without what is ignored; then the later one is kept. */
function groupLines(
  before: readonly string[],
  after: readonly string[],
  strip: (line: string) => string,
): LineGroup[] {
  const [old, now] = [before.map(strip), after.map(strip)];
  const parts = diffArrays(old, now, { maxEditLength: maxEdits }) ?? replaceMiddle(old, now);
  let [gone, come] = [0, 0];
  return parts.map(({ added, removed, count }): LineGroup => {
    const lines = removed ? before.slice(gone, gone + count) : after.slice(come, come + count);
    if (!added) gone += count;
    if (!removed) come += count;
    return { type: added ? 'added' : removed ? 'removed' : 'same', lines };
  });
}

/** The lines between the equal ones at both ends, as if none of them were equal. */
function replaceMiddle(before: readonly string[], after: readonly string[]) {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const same = (count: number) => ({ added: false, removed: false, count });
  return [
    same(head),
    { added: false, removed: true, count: before.length - head - tail },
    { added: true, removed: false, count: after.length - head - tail },
    same(tail),
  ].filter(({ count }) => count > 0);
}

function hunksOf(groups: readonly LineGroup[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [before, after] = [1, 1];
  let current: Hunk | undefined;
  for (const { type, lines } of groups) {
    if (type === 'same') {
      current = undefined;
    } else {
      if (!current) hunks.push((current = { before, after, lines: [] }));
      for (const text of lines) current.lines.push({ type, text });
    }
    if (type !== 'added') before += lines.length;
    if (type !== 'removed') after += lines.length;
  }
  for (const hunk of hunks.slice(0, maxHunks)) markWords(hunk);
  return hunks;
}

/** Marks the words that differ, in hunks that have as many removed lines as added ones. */
function markWords({ lines }: Hunk): void {
  const removed = lines.filter(({ type }) => type === 'removed');
  const added = lines.filter(({ type }) => type === 'added');
  if (removed.length !== added.length) return;
  for (const [at, line] of removed.entries()) {
    const other = added[at];
    if (!other || line.text.length + other.text.length > maxWordChars) continue;
    const parts = diffWordsWithSpace(line.text, other.text, { maxEditLength: maxWordEdits });
    if (!parts?.some(({ added: isNew, removed: isOld }) => !isNew && !isOld)) continue;
    line.words = rangesOf(parts, 'removed');
    other.words = rangesOf(parts, 'added');
  }
}

function rangesOf(
  parts: readonly { value: string; added: boolean; removed: boolean }[],
  side: 'added' | 'removed',
): [number, number][] {
  const ranges: [number, number][] = [];
  let at = 0;
  for (const part of parts) {
    if (part[side === 'added' ? 'removed' : 'added']) continue;
    if (part[side]) ranges.push([at, at + part.value.length]);
    at += part.value.length;
  }
  return ranges;
}
