// RFC 9110, section 7.6.1, and the two that were never standard. Trailers are dropped with
// `trailer`, as it permits.
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

/**
 * The headers that belong to the message and not to the connection it came over, in their order and
 * case. With a transfer encoding, `content-length` goes too: two lengths are how one message is
 * smuggled inside another.
 */
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
