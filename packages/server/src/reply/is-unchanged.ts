/** True if `If-None-Match` has this content's tag, also as a weak one (RFC 9110, 13.1.2). */
export function isUnchanged(
  { 'if-none-match': known = '' }: { 'if-none-match'?: string | undefined },
  sha256: string,
): boolean {
  return known.split(',').some((tag) => {
    const plain = tag.trim().replace(/^W\//, '');
    return plain === '*' || plain === `"${sha256}"`;
  });
}
