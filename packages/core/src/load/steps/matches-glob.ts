/** Longer addresses do not match: each sign of one is compared with each of the pattern. */
const maxUrlLength = 4096;

/**
 * Returns whether an address matches a pattern, in which `*` is any text without a slash and `**`
 * any text. The time grows with the product of both lengths.
 */
export function matchesGlob(url: string, pattern: string): boolean {
  if (url.length > maxUrlLength) return false;
  const tokens = pattern.match(/\*\*|\*|[^*]/gs) ?? [];
  // The positions up to which the tokens so far match.
  let ends = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    if (token[0] !== '*') {
      for (const at of ends) if (url[at] === token) next.add(at + 1);
    } else {
      let isOpen = false;
      for (let at = 0; at <= url.length; at += 1) {
        isOpen ||= ends.has(at);
        if (isOpen) next.add(at);
        if (token === '*' && url[at] === '/') isOpen = false;
      }
    }
    ends = next;
    if (ends.size === 0) return false;
  }
  return ends.has(url.length);
}
