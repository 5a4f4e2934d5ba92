/**
 * Assigns pages to folds of equal size per page type; no site is in two folds. The seed changes the
 * order.
 */
export function dealFolds(
  pages: readonly { url: string; type: string }[],
  count: number,
  seed: number,
): number[] {
  const sites = Map.groupBy(pages.keys(), (index) => siteOf(pages[index]?.url ?? ''));
  const order = [...sites.entries()].toSorted(
    ([a, own], [b, other]) => other.length - own.length || mixed(a, seed) - mixed(b, seed),
  );
  const dealt = Array.from({ length: count }, () => new Map<string, number>());
  const folds = pages.map(() => 0);
  for (const [, indexes] of order) {
    const sizes = dealt.map((known) => {
      const same = indexes.reduce((sum, at) => sum + (known.get(pages[at]?.type ?? '') ?? 0), 0);
      const all = [...known.values()].reduce((a, b) => a + b, 0);
      return same * 10_000 + all;
    });
    const fold = sizes.indexOf(Math.min(...sizes));
    for (const at of indexes) {
      const type = pages[at]?.type ?? '';
      folds[at] = fold;
      dealt[fold]?.set(type, (dealt[fold].get(type) ?? 0) + 1);
    }
  }
  return folds;
}

/** The last two parts of the host: enough to keep pages of one site together. */
function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.split('.').slice(-2).join('.') : url;
}

function mixed(text: string, seed: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) >>> 0;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
