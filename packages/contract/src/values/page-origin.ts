/**
 * Returns the part of a page's address that logs may contain: the origin of `url` or `base_url`,
 * without credentials.
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
