/**
 * Removes scheme and host (RFC 9112, 3.2.2) and repeated slashes of a request target. The query
 * stays as it was sent.
 */
export function plainTarget(target: string): string {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark);
  const own = path.replace(/^https?:\/\/[^/]*/i, '').replace(/\/{2,}/g, '/');
  return `${own.startsWith('/') ? own : `/${own}`}${query}`;
}
