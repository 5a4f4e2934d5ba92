/** Quotes a word for a POSIX shell, if it needs quotes: nothing in it is expanded. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
