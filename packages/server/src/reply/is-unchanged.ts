/**
 * Whether the asker has this content already (`If-None-Match`; RFC 9110, 13.1.2). A proxy that
 * compresses makes the tag a weak one.
 */
export function isUnchanged(
  { 'if-none-match': known = '' }: { 'if-none-match'?: string | undefined },
  sha256: string,
): boolean {
  return known.split(',').some((tag) => {
    const plain = tag.trim().replace(/^W\//, '');
    return plain === '*' || plain === `"${sha256}"`;
  });
}
