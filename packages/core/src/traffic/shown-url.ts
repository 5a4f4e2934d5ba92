/** Names of parameters that may contain a secret, or long text. */
export const withheld =
  /cookie|header|auth|secret|password|source|expression|html|css|body|data$|post|value|declaration|script|text|credential|token|fragment/i;

/** Maximum characters of a URL to read: pages choose them, and they may be as long as a file. */
const longestRead = 8000;
const longestShown = 2000;
const maxParameters = 100;
/** Maximum length of a shown value: keys are longer. */
const longestValue = 12;
const hidden = '...';

/** Base of URLs without a host. */
const nowhere = 'http://relative.invalid';

/** Copies the start of a text: a slice would keep the whole text in memory. */
export function copyOfStart(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString();
}

/** Returns a URL without credentials, and parts of query and fragment that may be keys. */
export function shownUrl(address: string): string {
  const read = copyOfStart(address, longestRead);
  if (/^(?:data|javascript):/i.test(read)) return `${read.slice(0, 40)}${hidden}`;
  const url = URL.parse(withoutCredentials(read), nowhere);
  if (!url) return `[${address.length} characters]`;
  maskQuery(url);
  if (url.hash.length > longestValue || url.hash.includes('=')) url.hash = hidden;
  url.username = '';
  url.password = '';
  const isRelative = url.origin === nowhere;
  const shown = isRelative ? url.href.slice(nowhere.length) : url.href;
  return copyOfStart(shown, longestShown);
}

function maskQuery(url: URL): void {
  const given = parametersOf(url.search.slice(1));
  const shown = given.slice(0, maxParameters).map(([name = hidden, value = hidden]) => {
    if (value === '') return [name.length > longestValue ? hidden : name, ''];
    const isHidden = value.length > longestValue || withheld.test(name);
    return [name.length > 3 * longestValue ? hidden : name, isHidden ? hidden : value];
  });
  const isPlain = shown.every(
    ([name, value], at) => name === given[at]?.[0] && value === given[at]?.[1],
  );
  if (!isPlain || given.length > shown.length) url.search = new URLSearchParams(shown).toString();
}

/** Returns the parameters of a query; undefined for invalid encodings. Fast for bad input. */
function parametersOf(query: string): (string | undefined)[][] {
  const isText = decoded(query) !== undefined;
  const read = (text: string) => (isText || !text.includes('%') ? decoded(text) : undefined);
  const pieces = query.split('&').filter((piece) => piece !== '');
  return pieces.map((piece) => {
    const at = piece.indexOf('=');
    return at < 0 ? [read(piece), ''] : [read(piece.slice(0, at)), read(piece.slice(at + 1))];
  });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Returns a URL without user and password, otherwise unchanged. */
export function withoutCredentials(url: string): string {
  if (!url.includes('@') || !URL.canParse(url)) return url;
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  return clean.href;
}
