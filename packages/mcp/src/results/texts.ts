import { randomUUID } from 'node:crypto';
import type { KeptResult } from './create-results.ts';

/** A text that an agent reads page by page. */
export interface KeptText {
  readonly text: string;
  /** Details reported with each page. */
  readonly about: Readonly<Record<string, unknown>>;
  /** The file with the text, if there is one. */
  readonly kept?: KeptResult;
}

export interface TextPage {
  text: string;
  /** Start of the next page; absent after the last one. */
  nextCursor?: string;
  /** Characters before this page. */
  offset: number;
}

/** Texts that an agent may continue to read. */
export interface Texts {
  /** Stores a text and returns its first page. */
  add(text: KeptText, maxChars: number): TextPage;
  /** Returns undefined for an unknown or expired cursor. */
  next(cursor: string, maxChars: number): Promise<(TextPage & Pick<KeptText, 'about'>) | undefined>;
}

/** Returns the page at `offset`. A cursor is the id of the text and the next offset. */
function pageOf(id: string, text: string, offset: number, max: number): TextPage {
  const end = breakAt(text, offset, max);
  return {
    text: text.slice(offset, end),
    offset,
    ...(end < text.length ? { nextCursor: `${id}:${end}` } : {}),
  };
}

/** Returns the end of a page: between paragraphs, lines or words of its last third. */
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

/** Stores the last texts in memory: at most `maxTexts`, with `maxChars` characters in total. */
export function createTexts({ maxTexts = 20, maxChars = 20_000_000 } = {}): Texts {
  const known = new Map<string, KeptText>();
  let chars = 0;
  return {
    add(kept, max) {
      const id = randomUUID();
      known.set(id, kept);
      chars += kept.text.length;
      for (const [oldest, { text }] of known) {
        if (oldest === id || (known.size <= maxTexts && chars <= maxChars)) break;
        known.delete(oldest);
        chars -= text.length;
      }
      return pageOf(id, kept.text, 0, max);
    },
    async next(cursor, max) {
      const [, id = '', offset = ''] = /^([0-9a-f-]{36}):(\d{1,10})$/.exec(cursor) ?? [];
      const kept = known.get(id);
      if (kept === undefined || Number(offset) >= kept.text.length) return undefined;
      return { ...pageOf(id, kept.text, Number(offset), max), about: kept.about };
    },
  };
}

/**
 * Texts in files of a service, so that an agent can continue on another instance or day.
 * @param read - returns the text of a file by its name; undefined if there is none
 */
export function storedTexts(read: (name: string) => Promise<string | undefined>): Texts {
  return {
    add({ text, kept }, max) {
      const [name = ''] = (kept?.name ?? '').split('.');
      return pageOf(name, text, 0, max);
    },
    async next(cursor, max) {
      const [, name = '', offset = ''] = /^([0-9a-f]{64}):(\d{1,10})$/.exec(cursor) ?? [];
      const text = name === '' ? undefined : await read(name);
      if (text === undefined || Number(offset) >= text.length) return undefined;
      return { ...pageOf(name, text, Number(offset), max), about: { total_chars: text.length } };
    },
  };
}
