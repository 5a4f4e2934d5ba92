/**
 * The key of an address in an index: the host from its end, then path and query, in the order of
 * their letters (https://specs.webrecorder.net/cdxj/0.1.0/#searchable-url).
 */
export function indexKey(address: string): string {
  const url = URL.parse(address.replace(/^(https?:\/\/)www\d*\./i, '$1').toLowerCase());
  if (!url) return address;
  const host = url.hostname.split('.').toReversed().join(',');
  const port = url.port && `:${url.port}`;
  const query = url.search.slice(1).split('&').toSorted().join('&');
  return `${host}${port})${url.pathname}${query && `?${query}`}`;
}
