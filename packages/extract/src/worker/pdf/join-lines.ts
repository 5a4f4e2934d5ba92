/** Words of the file, to tell a word that was broken from one that is written with a hyphen. */
export type KnownWords = ReadonlySet<string>;

/** More words are not kept. */
const maxWords = 200_000;

/** The words of a text, those with hyphens whole. */
export function knownWords(texts: Iterable<string>): KnownWords {
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of text.toLowerCase().match(/\p{L}[\p{L}-]*\p{L}/gu) ?? []) words.add(word);
    if (words.size > maxWords) break;
  }
  return words;
}

/** Puts two lines together, and what a hyphen at the end of the first one broke. */
export function joinLines(first: string, next: string, known: KnownWords): string {
  const before = first.trimEnd();
  const after = next.trimStart();
  if (/\p{L}\u00ad$/u.test(before)) return before.slice(0, -1) + after;
  const [, start] = /(\p{L}[\p{L}-]*)[-\u2010]$/u.exec(before) ?? [];
  const [end] = /^\p{Ll}[\p{L}-]*/u.exec(after) ?? [];
  if (start !== undefined && end !== undefined) {
    const whole = `${start}${end}`.toLowerCase();
    const isCompound = known.has(`${start}-${end}`.toLowerCase()) && !known.has(whole);
    return (isCompound ? before : before.slice(0, -1)) + after;
  }
  // Scripts without spaces between words break lines anywhere.
  const isDense = dense.test(before.at(-1) ?? '') && dense.test(after.at(0) ?? '');
  return isDense ? before + after : `${before} ${after}`;
}

const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]/u;
