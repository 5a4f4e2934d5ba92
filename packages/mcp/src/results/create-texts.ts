import { randomUUID } from 'node:crypto';
import { pageOf, type KeptText, type Texts } from './texts.ts';

/** Keeps the last texts in memory: at most `maxTexts`, of `maxChars` characters together. */
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
