import { isIP } from 'node:net';
import { parameterList } from '@tintype/contract';
import { parseAllow, parseUpstream } from '@tintype/egress';
import type { Upstreams } from '@tintype/server';

/** An address that others can be joined to: without a slash at its end. */
export function checkBaseUrl(raw: unknown): string | undefined {
  const url = typeof raw === 'string' ? URL.parse(raw) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    return undefined;
  }
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href.replace(/\/+$/, '');
}

/** @throws TypeError naming the entry that cannot be read. */
export function checkAllow(items: readonly string[]): string[] {
  parseAllow(items);
  return [...items];
}

/** @throws Error naming what is no origin. */
export function checkOrigins(items: readonly string[]): string[] {
  for (const item of items) {
    if (item !== '*' && URL.parse(item)?.origin !== item) throw new Error(`"${item}" is not one`);
  }
  return [...items];
}

/** @throws Error naming what is no address of a proxy. */
export function checkProxies(items: readonly string[]): string[] {
  for (const item of items) {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(item)) continue;
    const [address = '', bits = '0', ...rest] = item.split('/');
    const family = isIP(address);
    const isCidr = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
    if (family === 0 || !isCidr || rest.length > 0) throw new Error(`"${item}" is not one`);
  }
  return [...items];
}

/** @throws Error naming what is no port. */
export function checkPorts(items: readonly string[]): number[] {
  return items.map((item) => {
    const port = Number(item);
    if (/^\d+$/.test(item) && port >= 1 && port <= 65_535) return port;
    throw new Error(`"${item}" is not one`);
  });
}

/** @throws Error naming the country; never a proxy, which may hold a password. */
export function checkUpstreams(value: object): Upstreams {
  const countries = parameterList().find(({ name }) => name === 'ip_location')?.values ?? [];
  const rows = Object.entries(value).map(([country, row]: [string, unknown]) => {
    if (!countries.includes(country)) {
      throw new Error(`"${country}" is not a country of ip_location (${countries.join(', ')})`);
    }
    const proxies = Array.isArray(row) ? row : [row];
    if (proxies.length === 0 || proxies.some((proxy) => typeof proxy !== 'string')) {
      throw new Error(`${country} must be a proxy, or a list of them`);
    }
    for (const proxy of proxies as string[]) checkProxy(country, proxy);
    return [country, proxies as string[]] as const;
  });
  return Object.fromEntries(rows);
}

function checkProxy(country: string, proxy: string): void {
  try {
    parseUpstream(proxy);
  } catch (cause) {
    const why = (cause as Error).message.replace(/^upstream: /, '');
    throw new Error(`${country}: ${why}`, { cause });
  }
}

/** The table without users and passwords. */
export function hideUpstreams(upstreams: Upstreams): Upstreams {
  const hide = (proxy: string) => {
    const { protocol, host } = new URL(proxy);
    return `${protocol}//${host}`;
  };
  return Object.fromEntries(
    Object.entries(upstreams).map(([country, proxies]) => [country, proxies.map(hide)]),
  );
}
