import { flanking, shownChar } from './flanking.ts';
import { marks, unmarked } from './marks.ts';

const { strongOpen, strongClose, emOpen, emClose, delOpen, delClose } = marks;

const kinds: Record<string, { close: string; sign: string; tag: string }> = {
  [strongOpen]: { close: strongClose, sign: '**', tag: 'strong' },
  [emOpen]: { close: emClose, sign: '*', tag: 'em' },
  [delOpen]: { close: delClose, sign: '~~', tag: 'del' },
};

const anyMark = new RegExp(`[${strongOpen}-${delClose}]`);

interface Pair {
  open: number;
  close: number;
  kind: { close: string; sign: string; tag: string };
}

/**
 * Sets the signs of emphasis where Markdown reads them as such. `a**(b)**c` is no emphasis: punctuation at the edge moves out, and
 * where that cannot be, HTML says it.
 */
export function placeEmphasis(text: string): string {
  if (!anyMark.test(text)) return text;
  const chars = [...text];
  const pairs = pairsOf(chars);
  const signs = new Map<number, string>();
  for (const pair of pairs) {
    const [open, close] = settle(pair, chars);
    if (open > close) continue;
    const isRead = canOpen(chars, open) && canClose(chars, close);
    const { sign, tag } = pair.kind;
    add(signs, open, isRead ? sign : `<${tag}>`, 'after');
    add(signs, close + 1, isRead ? sign : `</${tag}>`, 'before');
  }
  let out = '';
  for (let index = 0; index <= chars.length; index += 1) {
    out += signs.get(index) ?? '';
    const char = chars[index];
    if (char !== undefined && !anyMark.test(char)) out += char;
  }
  return out;
}

/** Closing signs come before opening ones at the same place; outer ones open first and close last. */
function add(signs: Map<number, string>, at: number, sign: string, side: 'before' | 'after'): void {
  const known = signs.get(at) ?? '';
  signs.set(at, side === 'before' ? known + sign : known + sign);
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
      pairs.push({ open: top.open, close: index, kind });
    }
  }
  // The outermost first, so that its sign is written first.
  return pairs.toSorted((a, b) => a.open - b.open);
}

/** Moves the ends inwards over punctuation of the text while they would not be read. */
function settle({ open, close }: Pair, chars: readonly string[]): [number, number] {
  let from = open + 1;
  let to = close - 1;
  while (from <= to && !canOpen(chars, from) && canLeave(chars[from])) from += 1;
  while (to >= from && !canClose(chars, to) && canLeave(chars[to])) to -= 1;
  return [from, to];
}

/** Signs of links, images, code and HTML cannot be parted from what they belong to. */
function canLeave(char: string | undefined): boolean {
  if (char === undefined) return false;
  if (unmarked(char) !== undefined || anyMark.test(char)) return true;
  return !/[[!`<>$\\]/.test(char) && char !== marks.linkEnd && /[\p{P}\p{S}\s]/u.test(char);
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
  while (anyMark.test(chars[index] ?? '')) index += step;
  const char = chars[index];
  return char === marks.linkEnd ? ')' : shownChar(char);
}
