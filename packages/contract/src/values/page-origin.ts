/**
 * Returns the part of a page's address that logs may contain: scheme, host and port of `url` or
 * `base_url`, without path, query and credentials. Undefined if there is neither.
 * @example
 * pageOrigin({ url: 'https://user:secret@example.com/?token=1' }); // 'https://example.com'
 */
export function pageOrigin({
  url,
  base_url: baseUrl,
}: {
  readonly url?: unknown;
  readonly base_url?: unknown;
}): string | undefined {
  const address = url ?? baseUrl;
  const { origin = 'null' } = typeof address === 'string' ? (URL.parse(address) ?? {}) : {};
  return origin === 'null' ? undefined : origin;
}
