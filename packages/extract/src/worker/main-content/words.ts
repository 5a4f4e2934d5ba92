/** Words as they are counted here: where a script has no spaces, two characters are one. */
export function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) {
    count += isUnspaced.test(word) ? Math.ceil(word.length / 2) : 1;
  }
  return count;
}

const isUnspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
}
