/** Protocols that pages may be sent to; `about:blank` besides. */
const allowed = new Set(['http:', 'https:', 'data:', 'blob:']);

/** Returns why a command must not be sent: local files and the browser's own pages. */
export function addressProblem(
  method: string | undefined,
  params: object | undefined,
): string | undefined {
  if (method !== 'Page.navigate' && method !== 'Target.createTarget') return undefined;
  const { url: typed } = (params ?? {}) as { url?: unknown };
  if (typed === undefined || typed === '') return undefined;
  const url = URL.parse(String(typed));
  if (!url) return 'Cannot navigate to invalid URL';
  if (
    allowed.has(url.protocol) ||
    /^about:(?:blank|srcdoc)$/.test(url.href.split(/[?#]/, 1)[0] ?? '')
  )
    return undefined;
  return `Cannot navigate to ${url.protocol} addresses, only to http, https, data and blob`;
}
