/**
 * A language tag as BCP 47 writes it (`fr_ch` gives `fr-CH`): a language, and perhaps a script and
 * a region. Undefined when it is none, or the language is unknown.
 */
export function canonicalLocale(text: string): string | undefined {
  if (text.length > 35) return undefined;
  try {
    const { baseName } = new Intl.Locale(text.replaceAll('_', '-'));
    const [known] = Intl.DateTimeFormat.supportedLocalesOf(baseName);
    return known;
  } catch {
    return undefined;
  }
}

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
