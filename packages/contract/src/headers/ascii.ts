/** Returns JSON in printable ASCII: headers may contain nothing else. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Percent-encodes what a header cannot contain, `%`, and spaces at the ends. Cut before the first
 * character that would exceed `maxLength`.
 */
export function percentEncoded(text: string, maxLength: number): string {
  let out = '';
  const characters = Array.from(text.slice(0, maxLength).toWellFormed());
  for (const [at, character] of characters.entries()) {
    const isAtEnd = at === 0 || at === characters.length - 1;
    const isPlain = /[!-$&-~]/.test(character) || (character === ' ' && !isAtEnd);
    const encoded = isPlain ? character : encodeURIComponent(character);
    if (out.length + encoded.length > maxLength) return out.trimEnd();
    out += encoded;
  }
  return out;
}

/** Decodes {@link percentEncoded}; text with invalid escapes is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
