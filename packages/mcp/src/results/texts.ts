import type { KeptResult } from './kept-result.ts';

/** A text that is read page by page. */
export interface KeptText {
  readonly text: string;
  /** Details reported with each page. */
  readonly about: Readonly<Record<string, unknown>>;
  /** The file that holds it, if one does. */
  readonly kept?: KeptResult;
}

/** A page of a text. */
export interface TextPage {
  text: string;
  /** Start of the next page; absent after the last one. */
  nextCursor?: string;
  /** Characters before it. */
  offset: number;
}

/** Texts that an agent may continue to read. */
export interface Texts {
  /** Keeps a text and gives its first page. */
  add(text: KeptText, maxChars: number): TextPage;
  /** Undefined for a cursor that is not known, or not any more. */
  next(cursor: string, maxChars: number): Promise<(TextPage & Pick<KeptText, 'about'>) | undefined>;
}

/** The page of a text that begins at `offset`. A cursor is the id of the text and a place in it. */
export function pageOf(id: string, text: string, offset: number, max: number): TextPage {
  const end = breakAt(text, offset, max);
  return {
    text: text.slice(offset, end),
    offset,
    ...(end < text.length ? { nextCursor: `${id}:${end}` } : {}),
  };
}

/**
 * A page ends between paragraphs, else between lines, else between words, where one of them ends in
 * its last third. Never within a character.
 */
function breakAt(text: string, offset: number, max: number): number {
  const end = offset + max;
  if (end >= text.length) return text.length;
  const least = offset + Math.ceil((max * 2) / 3);
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(mark, end - mark.length);
    if (at + mark.length > least) return at + mark.length;
  }
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code < 0xdc00 ? end - 1 : end;
}
