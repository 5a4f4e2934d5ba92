import { pageOf, type Texts } from '../results/texts.ts';

/**
 * Texts in files of a service: an agent that continues to read may reach another instance of it, or
 * return days later.
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
