/**
 * What a log may say of the page of a request: scheme, host and port of its `url`, or of its
 * `base_url`. No path, query or credentials. Undefined where there is neither.
 *
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
