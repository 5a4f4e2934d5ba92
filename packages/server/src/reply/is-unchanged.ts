/** Returns whether `If-None-Match` names this content (RFC 9110, 13.1.2), also by a weak tag. */
export function isUnchanged(
  { 'if-none-match': known = '' }: { 'if-none-match'?: string | undefined },
  sha256: string,
): boolean {
  return known.split(',').some((tag) => {
    const plain = tag.trim().replace(/^W\//, '');
    return plain === '*' || plain === `"${sha256}"`;
  });
}
