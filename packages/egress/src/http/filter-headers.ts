// RFC 9110, 7.6.1, and two that were never standard; trailers go with `trailer`.
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

// Naming one of these in Connection would change where a message ends or whom it is for.
const neverNominated: ReadonlySet<string> = new Set(['content-length', 'host']);

function nominated(rawHeaders: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'connection') continue;
    for (const name of rawHeaders[at + 1]!.split(',')) names.add(name.trim().toLowerCase());
  }
  return names;
}

/** End-to-end headers in order and case; no `content-length` beside a transfer encoding. */
export function filterHeaders(
  rawHeaders: readonly string[],
  drop: readonly string[] = [],
): string[] {
  const named = nominated(rawHeaders);
  const isChunked = rawHeaders.some(
    (text, at) => at % 2 === 0 && text.toLowerCase() === 'transfer-encoding',
  );
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (hopByHop.has(name) || drop.includes(name)) continue;
    if (named.has(name) && !neverNominated.has(name)) continue;
    if (isChunked && name === 'content-length') continue;
    kept.push(rawHeaders[at]!, rawHeaders[at + 1]!);
  }
  return kept;
}

/** Maximum number of interim responses (such as 103). More than two are useless. */
export const maxInterimAnswers = 16;
