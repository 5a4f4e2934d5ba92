/**
 * A request target as routes and signatures expect it: without the scheme and the host that proxies
 * put before it (RFC 9112, 3.2.2), and with one slash where addresses that were put together have
 * several: `//v1/pdf`. The query string stays as it was sent.
 */
export function plainTarget(target: string): string {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark);
  const own = path.replace(/^https?:\/\/[^/]*/i, '').replace(/\/{2,}/g, '/');
  return `${own.startsWith('/') ? own : `/${own}`}${query}`;
}
