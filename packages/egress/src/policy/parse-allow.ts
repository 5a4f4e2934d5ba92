import ipaddr from 'ipaddr.js';
import { InvalidHost, parseHost } from './parse-host.ts';

/** Targets that are allowed although they are not public. */
export interface AllowList {
  /** Returns whether `name` itself is on the list. */
  coversName(name: string, port: number): boolean;
  /** Returns whether an entry with an address or a CIDR covers `address`. */
  coversAddress(address: string, port: number): boolean;
  /** True if any entry has an address. */
  readonly hasAddresses: boolean;
}

interface Entry {
  port?: number;
  name?: string;
  range?: readonly [ipaddr.IPv4 | ipaddr.IPv6, number];
}

function reject(entry: unknown, why: string): never {
  throw new TypeError(
    `allow: ${JSON.stringify(entry)} ${why}. Write a host, host:port, an address or a CIDR, for example ` +
      'localhost:3000, intranet.example, 10.0.0.5, [fd00::1]:8080 or 192.168.0.0/16.',
  );
}

function parseCidr(text: string): Entry {
  const [base = '', bits = '', ...rest] = text.split('/');
  const host = base && parseHost(base);
  if (!host || host.kind !== 'address' || rest.length > 0 || !/^\d{1,3}$/.test(bits))
    reject(text, 'is not a CIDR');
  const address = ipaddr.parse(host.host);
  if (Number(bits) > (address.kind() === 'ipv4' ? 32 : 128))
    reject(text, `has a prefix longer than its address`);
  return { range: [address, Number(bits)] };
}

function parsePort(text: string, entry: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65535)
    reject(entry, `has port "${text}", which is not a number from 1 to 65535`);
  return port;
}

function parseEntry(entry: string): Entry {
  if (typeof entry !== 'string' || entry.trim() === '') reject(entry, 'is empty');
  const text = entry.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) reject(entry, 'is a URL');
  if (text.includes('*')) reject(entry, 'has a wildcard, and entries are compared whole');
  try {
    if (text.includes('/')) return parseCidr(text);
    const bare = ipaddr.IPv6.isValid(text) && !text.includes('%');
    const parts = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text);
    const host = parseHost(bare ? text : (parts?.[1] ?? text));
    const portText = bare ? undefined : parts?.[2];
    const port = portText === undefined ? {} : { port: parsePort(portText, entry) };
    if (host.kind === 'name') return { name: host.host, ...port };
    const address = ipaddr.parse(host.host);
    return { range: [address, address.kind() === 'ipv4' ? 32 : 128], ...port };
  } catch (error) {
    if (error instanceof InvalidHost) reject(entry, error.message);
    throw error;
  }
}

/**
 * Reads an allow list. Names are compared label by label, whole; an entry without a port opens
 * every port.
 * @throws TypeError naming the entry that cannot be read.
 * @example
 * parseAllow(['localhost:3000', '10.0.0.0/8']).coversAddress('10.1.2.3', 80); // true
 */
export function parseAllow(entries: readonly string[]): AllowList {
  const parsed = entries.map(parseEntry);
  const fits = (entry: Entry, port: number) => entry.port === undefined || entry.port === port;
  const ranges = parsed.filter((entry) => entry.range);
  return {
    hasAddresses: ranges.length > 0,
    coversName: (name, port) => parsed.some((entry) => entry.name === name && fits(entry, port)),
    coversAddress(address, port) {
      if (ranges.length === 0) return false;
      const wanted = ipaddr.process(address);
      return ranges.some(({ range, ...entry }) => {
        const [base, bits] = range!;
        return fits(entry, port) && base.kind() === wanted.kind() && wanted.match(base, bits);
      });
    },
  };
}

/** An allow list that covers what any of `lists` covers. */
export function joinAllow(...lists: readonly AllowList[]): AllowList {
  if (lists.length === 1) return lists[0]!;
  return {
    hasAddresses: lists.some((list) => list.hasAddresses),
    coversName: (name, port) => lists.some((list) => list.coversName(name, port)),
    coversAddress: (address, port) => lists.some((list) => list.coversAddress(address, port)),
  };
}
