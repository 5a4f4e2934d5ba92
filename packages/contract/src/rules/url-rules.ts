import { describeValue } from '../read/wrong-value.ts';
import { rule, type Rule } from './rule.ts';

export const sourceRules: readonly Rule[] = [
  rule(
    'source_given',
    'url',
    ({ url, html }) =>
      url === undefined && html === undefined
        ? 'url or html is required: the address of a page, or raw HTML.'
        : undefined,
    'missing_parameter',
  ),
  rule('one_source', 'html', ({ url, html }) =>
    url !== undefined && html !== undefined
      ? 'url and html cannot be given together: leave one of them out.'
      : undefined,
  ),
  /** Allows web pages only: no `file:`, `data:` or `chrome:`. */
  rule('url_is_web', 'url', ({ url }) =>
    url === undefined ? undefined : checkUrl('url', url, ['http:', 'https:']),
  ),
  rule('base_url_is_web', 'base_url', ({ base_url: url }) =>
    url === undefined ? undefined : checkUrl('base_url', url, ['http:', 'https:']),
  ),
  rule('base_url_is_of_html', 'base_url', ({ base_url: base, html }) =>
    base !== undefined && html === undefined
      ? 'base_url is the address of html: leave it out where there is none.'
      : undefined,
  ),
];

/** Requires https unless the operator allows http, because a webhook contains results. */
export const webhookIsSafe: Rule = rule(
  'webhook_is_safe',
  'webhook_url',
  ({ webhook_url: url }, { allowHttpWebhook }) => {
    if (url === undefined) return undefined;
    return checkUrl('webhook_url', url, allowHttpWebhook ? ['http:', 'https:'] : ['https:']);
  },
);

export const proxyRules: readonly Rule[] = [
  /** Requires an address with a port and no path. Messages never contain it: it may be secret. */
  rule('proxy_is_address', 'proxy', ({ proxy }) => {
    if (proxy === undefined) return undefined;
    const wanted = 'proxy must be of the form http://user:password@host:port or https://...; got';
    const url = URL.parse(proxy);
    if (url === null) return `${wanted} something that is no URL (not shown).`;
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return `${wanted} the scheme ${describeValue(url.protocol.slice(0, -1))}.`;
    }
    // Searched in the text, because URL drops the default ports 80 and 443.
    if (!/:[0-9]{1,5}\/?$/.test(proxy) || url.port === '0') return `${wanted} no port.`;
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
      return `${wanted} more than an address.`;
    }
    if (!isDecodable(url.username) || !isDecodable(url.password)) {
      return `${wanted} a user or password with a % that is no percent-encoding (write %25).`;
    }
    return undefined;
  }),
  /** Both say where the page is loaded from, and only one can be right. */
  rule('one_way_out', 'ip_location', ({ ip_location: location, proxy }) =>
    location !== undefined && proxy !== undefined
      ? 'ip_location and proxy cannot be given together: leave one of them out.'
      : undefined,
  ),
  /** Requires a proxy of the operator for the country. */
  rule(
    'location_is_served',
    'ip_location',
    ({ ip_location: location }, { locations }) => {
      if (location === undefined || locations === undefined || locations.includes(location)) {
        return undefined;
      }
      const served = locations.length === 0 ? 'nor for any other' : `only ${locations.join(', ')}`;
      return `ip_location: no proxy is configured for ${location}, ${served}.`;
    },
    'unsupported',
  ),
];

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function checkUrl(name: string, text: string, schemes: readonly string[]): string | undefined {
  const wanted = `${name} must be an absolute ${schemes.map((scheme) => scheme.slice(0, -1)).join(' or ')} URL`;
  const url = URL.parse(text);
  if (url === null) {
    return `${wanted}, for example ${schemes.at(-1)}//example.com/; got ${describeValue(text)}.`;
  }
  if (schemes.includes(url.protocol)) return undefined;
  const scheme = url.protocol.slice(0, -1);
  // `localhost:3000` is a URL with the scheme `localhost`.
  const hint = /^[0-9]/.test(url.pathname)
    ? ` Write http://${text.trim().slice(0, 80)} if that is a host.`
    : '';
  return `${wanted}; got one with the scheme ${describeValue(scheme)}.${hint}`;
}
