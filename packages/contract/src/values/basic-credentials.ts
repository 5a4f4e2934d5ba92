/**
 * Returns the base64 of `user:password`, from either form, with or without `Basic`. Undefined for
 * other text.
 */
export function basicCredentials(text: string): string | undefined {
  const bare = text.replace(/^basic +/i, '');
  if (!bare.includes(':')) return isBase64(bare) ? bare : undefined;
  // RFC 7617 allows no control characters.
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(bare)) return undefined;
  return btoa(
    Array.from(new TextEncoder().encode(bare), (byte) => String.fromCharCode(byte)).join(''),
  );
}

function isBase64(text: string): boolean {
  const unpadded = text.replace(/={1,2}$/, '');
  return (
    /^[A-Za-z0-9+/]+$/.test(unpadded) &&
    unpadded.length % 4 !== 1 &&
    (unpadded.length === text.length || text.length % 4 === 0)
  );
}
