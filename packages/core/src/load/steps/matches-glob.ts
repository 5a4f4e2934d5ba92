/** Longer addresses do not match: the time is the product of both lengths. */
const maxUrlLength = 2048;

/**
 * Returns whether an address matches a pattern, in which `*` is any text without a slash and `**`
 * any text.
 */
export function matchesGlob(url: string, pattern: string): boolean {
  if (url.length > maxUrlLength) return false;
  const tokens = pattern.match(/\*{2,}|\*|[^*]/gs) ?? [];
  // Marks the positions up to which the tokens so far match.
  let ends = new Uint8Array(url.length + 1);
  ends[0] = 1;
  for (const token of tokens) {
    const next = new Uint8Array(url.length + 1);
    let isOpen = false;
    for (let at = 0; at <= url.length; at += 1) {
      if (token[0] !== '*') {
        if (ends[at] === 1 && url[at] === token) next[at + 1] = 1;
        continue;
      }
      isOpen ||= ends[at] === 1;
      if (isOpen) next[at] = 1;
      if (token === '*' && url[at] === '/') isOpen = false;
    }
    ends = next;
  }
  return ends[url.length] === 1;
}
