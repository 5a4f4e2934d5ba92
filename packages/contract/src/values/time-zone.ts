/** Returns whether a text names a zone of the IANA database that this machine knows. */
export function isTimeZone(text: string): boolean {
  return resolveZone(text) !== undefined;
}

/**
 * The zone written as the database writes it (`europe/paris` gives `Europe/Paris`). An alias stays:
 * a page can see the difference.
 */
export function canonicalZone(text: string): string {
  const resolved = resolveZone(text);
  return resolved?.toLowerCase() === text.toLowerCase() ? (resolved ?? text) : text;
}

function resolveZone(text: string): string | undefined {
  // Intl takes offsets such as +01:00 too; they are no names.
  if (text.length > 64 || !/^[A-Za-z]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
