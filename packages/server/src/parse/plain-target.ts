/**
 * Normalises the path of a request target: without the origin that proxies prepend (RFC 9112,
 * 3.2.2), and without empty segments (`//v1/pdf`). The query string is unchanged.
 */
export function plainTarget(target: string): string {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark);
  const own = path.replace(/^https?:\/\/[^/]*/i, '').replace(/\/{2,}/g, '/');
  return `${own.startsWith('/') ? own : `/${own}`}${query}`;
}
