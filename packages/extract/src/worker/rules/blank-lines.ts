import type { Conversion } from '../conversion.ts';
import { marks } from '../marks.ts';

/** Blocks without the space before and after them. */
export function trimmed(text: string): string {
  const { before, inner } = edgesOf(text);
  const lineStart = before.slice(before.lastIndexOf('\n') + 1);
  const kept = before.includes('\n') ? lineStart : before.replace(/^[ \t]+/, '');
  return inner === '' ? '' : (kept + inner).replace(/\n\n[ \t]+/g, '\n\n');
}

/** A text between the space at its ends, in linear time, unlike `\s+$`. */
export function edgesOf(text: string): { before: string; inner: string; after: string } {
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  return { before: text.slice(0, start), inner, after: text.slice(start + inner.length) };
}

/** A finished block: its blank lines are its own, and do not split its parent. */
export function sealed(text: string): string {
  return text.replace(/\n\n+/g, `\n${marks.gap}\n`);
}

/** Blocks without blank lines between, as in a tight item, unless two would be read as one. */
export function closedUp(text: string, { verbatim }: Conversion): string | undefined {
  const blocks = text.split(/\n\n+/).map((block) => ({ block, kind: kindOf(block, verbatim) }));
  const isClosed = blocks.every(({ kind }, index) => {
    const before = blocks[index - 1]?.kind;
    return before === undefined || mayFollow(kind, before);
  });
  return isClosed ? blocks.map(({ block }) => block).join('\n') : undefined;
}

/** Blocks with lists right below their line, as in an item without paragraphs. */
export function withListsClose(text: string): string {
  return text.replace(new RegExp(`\\n\\n(?=(?:[-*]|1[.)]) [^${marks.gap}])`, 'g'), '\n');
}

/** Returns whether a text is words in one line; anything else needs lines of its own. */
export function isLine(text: string): boolean {
  return !text.includes('\n') && !beginsBlock(text);
}

/** Returns whether a text starts with a block that is no paragraph. */
export function beginsBlock(text: string): boolean {
  return blockStart.test(text);
}

const blockStart = new RegExp(
  `^(?:#{1,6} |(?:___|---)(?:\\n|$)|[>|] |>\\n|(?:[-*]|\\d{1,9}[.)]) |\\[\\^\\d+\\]:|${marks.verbatim})`,
);

type Kind = 'line' | 'quote' | 'list' | 'later-list' | 'text';

/** Signs of the conversion begin a block; those of the text are marked. */
function kindOf(block: string, verbatim: readonly string[]): Kind {
  if (/^(?:#{1,6} |___$)/.test(block)) return 'line';
  if (block.startsWith(marks.verbatim)) {
    const [index = ''] = /\d+/.exec(block) ?? [];
    return verbatim[Number(index)]?.startsWith('`') ? 'line' : 'text';
  }
  if (block.startsWith('>')) return 'quote';
  // An empty item cannot end a paragraph, nor a list that starts above one.
  if (new RegExp(`^(?:[-*]|1[.)]) [^${marks.gap}]`).test(block)) return 'list';
  return /^(?:[-*]|\d{1,9}[.)]) /.test(block) ? 'later-list' : 'text';
}

/** Returns whether CommonMark separates two blocks on consecutive lines. */
function mayFollow(kind: Kind, before: Kind): boolean {
  if (before === 'line' || kind === 'line' || kind === 'list') return true;
  return kind === 'quote' && before !== 'quote';
}
