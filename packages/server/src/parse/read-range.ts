import type { ByteRange } from '@tintype/store';

/**
 * Returns the requested range of a content; Safari plays no video without. Undefined means all of
 * it: for several ranges, invalid ones, or another content (RFC 9110, 14.2).
 */
export function readRange(
  method: string,
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  { bytes, sha256 }: { bytes: number; sha256: string },
): ByteRange | undefined {
  // Ranges apply to GET only (RFC 9110, 14.2).
  if (method !== 'GET') return undefined;
  const { range = '', 'if-range': condition } = headers;
  if (condition !== undefined && condition !== `"${sha256}"`) return undefined;
  const parts = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/i.exec(range.trim());
  if (parts === null) return undefined;
  const [, from = '', to = ''] = parts;
  // A suffix: the last bytes.
  if (from === '') return within(bytes - Math.min(Number(to), bytes), bytes - 1, bytes);
  return within(Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1), bytes);
}

function within(first: number, last: number, bytes: number): ByteRange | undefined {
  return first <= last && first < bytes ? { first, last } : undefined;
}

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
