/** Words as they are counted here: where a script has no spaces, two characters are one. */
export function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  if (!isUnspaced.test(text)) return words.length;
  return words.reduce(
    (count, word) => count + (isUnspaced.test(word) ? Math.ceil(word.length / 2) : 1),
    0,
  );
}

const isUnspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
}
