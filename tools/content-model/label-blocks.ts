import { wordsOf } from '../../packages/extract/src/worker/main-content/words.ts';

/** Returns for each text of a page the share that the main content contains, from 0 to 1. */
export function labelBlocks(texts: readonly string[], mainContent: string): number[] {
  const wanted = wordsOf(mainContent);
  const runs = new Set<string>();
  for (let index = 0; index + 2 < wanted.length; index += 1)
    runs.add(wanted.slice(index, index + 3).join(' '));
  const words: string[] = [];
  const owner: number[] = [];
  for (const [index, text] of texts.entries()) {
    for (const word of wordsOf(text)) {
      words.push(word);
      owner.push(index);
    }
  }
  const isIn = new Uint8Array(words.length);
  for (let index = 0; index + 2 < words.length; index += 1) {
    if (runs.has(words.slice(index, index + 3).join(' '))) isIn.fill(1, index, index + 3);
  }
  const hits = texts.map(() => 0);
  const counts = texts.map(() => 0);
  for (const [index, block] of owner.entries()) {
    hits[block] = (hits[block] ?? 0) + (isIn[index] ?? 0);
    counts[block] = (counts[block] ?? 0) + 1;
  }
  const labels = texts.map((_text, index) => (hits[index] ?? 0) / Math.max(1, counts[index] ?? 0));
  return withoutRepeats(texts, labels, counts, wanted);
}

/**
 * Labels a text that the page repeats more often than its main content only where most of its
 * neighbours are main content.
 */
function withoutRepeats(
  texts: readonly string[],
  labels: number[],
  counts: readonly number[],
  wanted: readonly string[],
): number[] {
  const joined = ` ${wanted.join(' ')} `;
  const same = Map.groupBy(texts.keys(), (index) => wordsOf(texts[index] ?? '').join(' '));
  const smooth = labels.map((_label, index) => {
    let sum = 0;
    let all = 0;
    for (let near = index - 6; near <= index + 6; near += 1) {
      if (near === index || near < 0 || near >= labels.length) continue;
      sum += (labels[near] ?? 0) * (counts[near] ?? 0);
      all += counts[near] ?? 0;
    }
    return all === 0 ? 0 : sum / all;
  });
  const out = [...labels];
  for (const [text, places] of same) {
    if (places.length < 2 || text === '') continue;
    const known = joined.split(` ${text} `).length - 1;
    const ranked = places.toSorted((a, b) => (smooth[b] ?? 0) - (smooth[a] ?? 0));
    for (const place of ranked.slice(known)) out[place] = 0;
  }
  return out;
}
