/** Words as the scores count them: of any script, in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Words in any order, each with how often it comes. */
export function bagOf(text: string): Map<string, number> {
  const bag = new Map<string, number>();
  for (const word of wordsOf(text)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

/** F1 of the words of a text against those that were wanted. */
export function wordF1(text: string, wanted: string): number {
  const got = bagOf(text);
  const truth = bagOf(wanted);
  const sum = (bag: Map<string, number>) => [...bag.values()].reduce((a, b) => a + b, 0);
  let hits = 0;
  for (const [word, count] of got) hits += Math.min(count, truth.get(word) ?? 0);
  const gotSum = sum(got);
  const truthSum = sum(truth);
  if (gotSum === 0 || truthSum === 0) return gotSum === truthSum ? 1 : 0;
  return hits === 0 ? 0 : (2 * hits) / (gotSum + truthSum);
}
