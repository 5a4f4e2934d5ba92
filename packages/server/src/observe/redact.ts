/** What stands where a secret was. */
const HIDDEN = '[hidden]';

const SECRET_NAMES =
  'access_?key|secret_?key|signature|authorization|proxy-authorization|cookies?|set-cookie|password|token|x-access-key';

/**
 * The shapes in which a secret can get into a line: each pattern keeps what comes before it, and is not tried on a line without its sign. Quotes may be escaped, as lines
 * are JSON already when they come here.
 */
const SHAPES: readonly (readonly [shape: RegExp, instead: string, sign?: string])[] = [
  // The query of a URL, and its fragment.
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'\\?#]{0,2048})[?#][^\s"'\\]+/gi, `$1?${HIDDEN}`, '://'],
  // The query of a path alone.
  [/(\/v1\/[a-z]{1,20})\?[^\s"'\\]+/gi, `$1?${HIDDEN}`, '?'],
  // User and password of a URL.
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'\\/@]{1,2048}@/gi, `$1${HIDDEN}@`, '://'],
  // name=value, name: value, "name":"value"
  [
    new RegExp(
      String.raw`\b((?:${SECRET_NAMES})\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?)[^\s"'\\,;&}\]][^"'\\,;&}\]]*`,
      'gi',
    ),
    `$1${HIDDEN}`,
  ],
  [/\b((?:Basic|Bearer)\s)[A-Za-z0-9+/=._~-]{6,}/g, `$1${HIDDEN}`],
];

/**
 * Takes secrets out of text that is about to be logged: credentials and queries of URLs, and values of names that stand for
 * secrets. The last line of defence, for messages of errors that were made elsewhere.
 */
export function redact(text: string): string {
  return SHAPES.reduce(
    (clean, [shape, instead, sign = '']) =>
      clean.includes(sign) ? clean.replace(shape, instead) : clean,
    text,
  );
}
