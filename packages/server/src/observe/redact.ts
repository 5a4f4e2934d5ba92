/** Replaces a secret. */
const HIDDEN = '[hidden]';

const SECRET_NAMES =
  'access_?key|secret_?key|signature|authorization|proxy-authorization|cookies?|set-cookie|password|token|x-access-key|storage_?state|local_?storage|secrets';

/**
 * Forms of secrets in a line, which is JSON already: each keeps its prefix, and is tried only on
 * lines with its sign.
 */
const SHAPES: readonly (readonly [shape: RegExp, instead: string, sign?: string])[] = [
  // The query of a path without host.
  [/(\/v1\/[a-z0-9-]{1,64})\?[^\s"'\\]+/gi, `$1?${HIDDEN}`, '?'],
  // name=value, name: value, "name":"value"
  [
    new RegExp(
      String.raw`\b((?:${SECRET_NAMES})\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?)(?!\[hidden\])[^\s"'\\,;&}\]][^"'\\,;&}\]]*`,
      'gi',
    ),
    `$1${HIDDEN}`,
  ],
  [/\b((?:Basic|Bearer)\s)[A-Za-z0-9+/=._~-]{6,}/g, `$1${HIDDEN}`],
];

const SECRET_NAME = new RegExp(`(?:^|[^a-z0-9])(?:${SECRET_NAMES})$`, 'i');

/** A name that denotes secrets, and the start of a list or an object after it. */
const SECRET_GROUP = new RegExp(
  String.raw`\b(?:${SECRET_NAMES})\\*["']?\s{0,4}[=:]\s{0,4}(?=[[{])`,
  'gi',
);

/** Removes secrets from a log line: the last defence, for messages of foreign errors. */
export function redact(line: string): string {
  const end = line.endsWith('\n') ? '\n' : '';
  const asText = () => redactText(line.slice(0, line.length - end.length)) + end;
  if (!line.startsWith('{')) return asText();
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return asText();
  }
  return JSON.stringify(redactValue(parsed)) + end;
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    SECRET_NAME.test(name) && part !== null ? HIDDEN : redactValue(part),
  ]);
  return Object.fromEntries(entries);
}

/** Longer strings are truncated, which bounds the time of the patterns. */
const MAX_TEXT_LENGTH = 16_384;

const URLS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'\\]*/gi;

/** Hides the query, the fragment, and user and password, which may contain an `@`. */
function redactUrl(url: string): string {
  return url.replace(/[?#].+/, `?${HIDDEN}`).replace(/:\/\/[^/]+@/g, `://${HIDDEN}@`);
}

function redactText(long: string): string {
  const text = long.length > MAX_TEXT_LENGTH ? `${long.slice(0, MAX_TEXT_LENGTH)}...` : long;
  return SHAPES.reduce(
    (clean, [shape, instead, sign = '']) =>
      clean.includes(sign) ? clean.replace(shape, instead) : clean,
    withoutGroups(text).replace(URLS, redactUrl),
  );
}

/** Lists and objects after names that denote secrets, as JSON or as Node prints them. */
function withoutGroups(text: string): string {
  let clean = '';
  let from = 0;
  SECRET_GROUP.lastIndex = 0;
  for (let match = SECRET_GROUP.exec(text); match; match = SECRET_GROUP.exec(text)) {
    const start = match.index + match[0].length;
    clean += text.slice(from, start) + HIDDEN;
    from = endOfGroup(text, start);
    SECRET_GROUP.lastIndex = from;
  }
  return clean + text.slice(from);
}

/**
 * Returns the position after the bracket that closes the one at `start`, or the end of the text.
 */
function endOfGroup(text: string, start: number): number {
  const brackets = /(\\*)(["'`])|[[\]{}]/g;
  brackets.lastIndex = start;
  let depth = 0;
  let quote: string | undefined;
  for (let match = brackets.exec(text); match; match = brackets.exec(text)) {
    const [sign, , isQuote] = match;
    if (isQuote !== undefined) {
      if (quote === undefined) quote = sign;
      else if (quote === sign) quote = undefined;
    } else if (quote === undefined) {
      depth += sign === '[' || sign === '{' ? 1 : -1;
      if (depth === 0) return brackets.lastIndex;
    }
  }
  return text.length;
}
