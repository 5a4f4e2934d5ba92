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
