import { flanking, shownChar } from './flanking.ts';
import { emphasisMark, marks, unmarked } from './marks.ts';
import { readEmphasis, type StarRun } from './read-emphasis.ts';

const { strongOpen, strongClose, emOpen, emClose, delOpen, delClose } = marks;

const kinds: Record<string, { close: string; sign: string; tag: string }> = {
  [strongOpen]: { close: strongClose, sign: '**', tag: 'strong' },
  [emOpen]: { close: emClose, sign: '*', tag: 'em' },
  [delOpen]: { close: delClose, sign: '~~', tag: 'del' },
};

interface Pair {
  open: number;
  close: number;
  kind: { close: string; sign: string; tag: string };
  /** True if HTML expresses it, because signs would not be parsed. */
  isHtml: boolean;
  /** Inside of another of its kind, which says the same. */
  isInner: boolean;
}

/** Maximum number of times a text is read again. Each takes linear time. */
const roundsFor = (text: string) => (text.length > 20_000 ? 2 : 8);

/** A sign of a pair, or a character. */
type Piece = string | { pair: Pair; isOpen: boolean };

/** Sets emphasis where Markdown reads it: punctuation at the edge moves out, else HTML says it. */
export function placeEmphasis(text: string): string {
  if (!emphasisMark.test(text)) return text;
  const chars = [...merged(text)];
  let pairs = pairsOf(chars).flatMap((pair) => settled(pair, chars));
  // One that is misread can spoil those after it: they are read again without it.
  const rounds = roundsFor(text);
  for (let round = 0; round < rounds; round += 1) {
    const misread = misreadPairs(piecesOf(chars, pairs));
    const first = misread.find(({ isInner }) => isInner) ?? misread[0];
    if (!first) break;
    for (const pair of round === rounds - 1 ? misread : [first]) pair.isHtml = true;
    pairs = pairs.filter(({ isHtml, isInner }) => !(isHtml && isInner));
  }
  return piecesOf(chars, pairs).map(written).join('');
}

/** Signs that end and begin the same say nothing, and would be read as one run. */
function merged(text: string): string {
  return text
    .replaceAll(strongClose + strongOpen, '')
    .replaceAll(emClose + emOpen, '')
    .replaceAll(delClose + delOpen, '');
}

function written(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  const { sign, tag } = piece.pair.kind;
  if (!piece.pair.isHtml) return sign;
  return piece.isOpen ? `<${tag}>` : `</${tag}>`;
}

/** The text with the signs in their places: closing ones of inner pairs first. */
function piecesOf(chars: readonly string[], pairs: readonly Pair[]): Piece[] {
  const signs = new Map<number, Piece[]>();
  for (const pair of pairs) {
    const [before, after] = [signs.get(pair.open) ?? [], signs.get(pair.close + 1) ?? []];
    signs.set(pair.open, [...before, { pair, isOpen: true }]);
    signs.set(pair.close + 1, [{ pair, isOpen: false }, ...after]);
  }
  const pieces: Piece[] = [];
  for (let index = 0; index <= chars.length; index += 1) {
    pieces.push(...(signs.get(index) ?? []));
    const char = chars[index];
    if (char !== undefined && !emphasisMark.test(char)) pieces.push(char);
  }
  return pieces;
}

/** Pairs of stars that Markdown would read otherwise than they are meant. */
function misreadPairs(pieces: readonly Piece[]): Pair[] {
  const runs: StarRun[] = [];
  const places = new Map<Pair, { open: number; close: number }>();
  for (const [index, piece] of pieces.entries()) {
    if (!isStar(piece)) continue;
    const { pair, isOpen } = piece;
    if (!isStar(pieces[index - 1])) {
      runs.push({ before: edge(pieces[index - 1], -1), after: '', count: 0 });
    }
    const run = runs.at(-1);
    if (!run) continue;
    run.count += pair.kind.sign.length;
    run.after = edge(pieces[index + 1], 0);
    const place = places.get(pair) ?? { open: 0, close: 0 };
    places.set(pair, { ...place, [isOpen ? 'open' : 'close']: runs.length - 1 });
  }
  const key = (open: number, close: number, used: number) => `${open} ${close} ${used}`;
  const read = new Map<string, number>();
  for (const { open, close, used } of readEmphasis(runs)) {
    read.set(key(open, close, used), (read.get(key(open, close, used)) ?? 0) + 1);
  }
  const misread: Pair[] = [];
  for (const [pair, { open, close }] of places) {
    const one = key(open, close, pair.kind.sign.length);
    const left = read.get(one) ?? 0;
    if (left === 0) misread.push(pair);
    else read.set(one, left - 1);
  }
  return misread;
}

function isStar(piece: Piece | undefined): piece is Exclude<Piece, string> {
  return typeof piece === 'object' && !piece.pair.isHtml && piece.pair.kind.sign !== '~~';
}

/** The character of a piece that is beside a sign. */
function edge(piece: Piece | undefined, at: 0 | -1): string {
  if (piece === undefined) return '';
  if (typeof piece === 'object') return written(piece).at(at) ?? '';
  return shownChar(piece);
}

function pairsOf(chars: readonly string[]): Pair[] {
  const stack: { open: number; mark: string }[] = [];
  const pairs: Pair[] = [];
  for (const [index, char] of chars.entries()) {
    if (kinds[char]) stack.push({ open: index, mark: char });
    const top = stack.at(-1);
    const kind = top && kinds[top.mark];
    if (top && kind?.close === char) {
      stack.pop();
      const isInner = stack.some(({ mark }) => mark === top.mark);
      pairs.push({ open: top.open, close: index, kind, isHtml: false, isInner });
    }
  }
  // The outermost first, so that its sign is written first.
  return pairs.toSorted((a, b) => a.open - b.open);
}

/** Moves the ends inwards over punctuation until they are read; nothing if nothing is left. */
function settled(pair: Pair, chars: readonly string[]): Pair[] {
  let from = pair.open + 1;
  let to = pair.close - 1;
  while (from <= to && !canOpen(chars, from) && canLeave(chars[from])) from += 1;
  // A backslash goes with its character.
  const isEscaped = (at: number) => chars[at - 1] === '\\';
  while (to >= from && !canClose(chars, to) && canLeave(chars[to]) && !isEscaped(to)) to -= 1;
  if (from > to) return [];
  const isHtml = !canOpen(chars, from) || !canClose(chars, to);
  return isHtml && pair.isInner ? [] : [{ ...pair, open: from, close: to, isHtml }];
}

/** Signs of links, images, code and HTML cannot be parted from what they belong to. */
function canLeave(char: string | undefined): boolean {
  if (char === undefined) return false;
  if (unmarked(char) !== undefined || emphasisMark.test(char)) return true;
  return (
    !/[[!`<>$\\]/.test(shownChar(char)) && char !== marks.linkEnd && /[\p{P}\p{S}\s]/u.test(char)
  );
}

function canOpen(chars: readonly string[], at: number): boolean {
  return flanking(near(chars, at - 1, -1), near(chars, at, 1)).left;
}

function canClose(chars: readonly string[], at: number): boolean {
  return flanking(near(chars, at, -1), near(chars, at + 1, 1)).right;
}

/** The next character that is shown, over other signs of emphasis. */
function near(chars: readonly string[], from: number, step: 1 | -1): string {
  let index = from;
  while (emphasisMark.test(chars[index] ?? '')) index += step;
  return shownChar(chars[index]);
}
