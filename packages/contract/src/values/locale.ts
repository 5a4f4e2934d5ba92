/** Returns the canonical BCP 47 tag (`fr-CH` for `fr_ch`); undefined for unknown languages. */
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

/** Returns true for a zone of the IANA database of this machine. */
export function isTimeZone(text: string): boolean {
  return resolveZone(text) !== undefined;
}

/** Returns the zone in the case of the database. Aliases are kept: a page sees the difference. */
export function canonicalZone(text: string): string {
  const resolved = resolveZone(text);
  return resolved?.toLowerCase() === text.toLowerCase() ? resolved : text;
}

function resolveZone(text: string): string | undefined {
  // Intl accepts offsets such as +01:00 too; they are no names.
  if (text.length > 64 || !/^[A-Za-z]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
