/**
 * Names of the languages in an `Accept-Language` header, the most preferred first.
 * `*` and languages with a weight of 0 name none.
 * @example
 * languagesOf('en;q=0.5, fr'); // ['fr', 'en']
 */
export function languagesOf(header: string): string[] {
  return header
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
      return { name, weight: Number(weight) };
    })
    .filter(({ name, weight }) => name !== '' && name !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ name }) => name);
}

/** Languages of a browser with this locale: `fr-CH` gives `fr-CH` and `fr`. */
export function languagesOfLocale(locale: string | undefined): string[] {
  if (locale === undefined) return [];
  const [language = locale] = locale.split('-', 1);
  return language === locale ? [locale] : [locale, language];
}

/** Returns an `Accept-Language` header unless Chromium writes the same one. */
export function ownLanguageHeader(header: string | undefined): { name: string; value: string }[] {
  const isOwn = header !== undefined && header !== chromiumLanguageHeader(languagesOf(header));
  return isOwn ? [{ name: 'Accept-Language', value: header }] : [];
}

/** The header that Chromium sends (`HttpUtil::GenerateAcceptLanguageHeader`). */
function chromiumLanguageHeader(languages: readonly string[]): string {
  return languages
    .map((name, at) => (at === 0 ? name : `${name};q=0.${Math.max(10 - at, 1)}`))
    .join(',');
}
