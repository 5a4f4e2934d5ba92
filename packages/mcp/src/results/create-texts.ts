import { randomUUID } from 'node:crypto';

/** A text that is read page by page. */
export interface KeptText {
  readonly text: string;
  /** What is said of it with each page. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** A page of a text. */
export interface TextPage {
  text: string;
  /** Where the next one begins; absent behind the last one. */
  nextCursor?: string;
  /** Characters before it. */
  offset: number;
}

/** Texts that somebody may still read on in. */
export interface Texts {
  /** Keeps a text and gives its first page. */
  add(text: KeptText, maxChars: number): TextPage;
  /** Undefined for a cursor that is not known, or not any more. */
  next(cursor: string, maxChars: number): (TextPage & { kept: KeptText }) | undefined;
}

/** Keeps the last texts: at most `maxTexts`, of `maxChars` characters together. */
export function createTexts({ maxTexts = 20, maxChars = 20_000_000 } = {}): Texts {
  const known = new Map<string, KeptText>();
  let chars = 0;

  function page(id: string, { text }: KeptText, offset: number, most: number): TextPage {
    const end = breakAt(text, offset, most);
    return {
      text: text.slice(offset, end),
      offset,
      ...(end < text.length ? { nextCursor: `${id}:${end}` } : {}),
    };
  }

  return {
    add(kept, most) {
      const id = randomUUID();
      known.set(id, kept);
      chars += kept.text.length;
      for (const [oldest, { text }] of known) {
        if (oldest === id || (known.size <= maxTexts && chars <= maxChars)) break;
        known.delete(oldest);
        chars -= text.length;
      }
      return page(id, kept, 0, most);
    },
    next(cursor, most) {
      const [, id = '', offset = ''] = /^([0-9a-f-]{36}):(\d{1,10})$/.exec(cursor) ?? [];
      const kept = known.get(id);
      if (kept === undefined || Number(offset) >= kept.text.length) return undefined;
      return { ...page(id, kept, Number(offset), most), kept };
    },
  };
}

/** A page ends between paragraphs, else between lines, else between words, where one of them ends in its last third. Never within a character. */
function breakAt(text: string, offset: number, most: number): number {
  const end = offset + most;
  if (end >= text.length) return text.length;
  const least = offset + Math.ceil((most * 2) / 3);
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(mark, end - mark.length);
    if (at + mark.length > least) return at + mark.length;
  }
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code < 0xdc00 ? end - 1 : end;
}
