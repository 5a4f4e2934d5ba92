import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

/** A host in canonical form. */
export type Host = { kind: 'address'; host: string } | { kind: 'name'; host: string };

// Suffixes that name something on this machine or in its network and never anything public: RFC
// 6761, 6762, 8375, ICANN's `internal`, and those that home routers, Windows domains and clusters
// use.
const localSuffixes: ReadonlySet<string> = new Set([
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'home.arpa',
]);

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The host is no host name and no address. `message` says why, without naming the host. */
export class InvalidHost extends Error {
  override readonly name = 'InvalidHost';
}

function parseAddress(text: string): Host | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text) && !/(?:^|\.)0\d/.test(text))
    return { kind: 'address', host: text };
  if (!text.includes(':')) return undefined;
  // A zone (`fe80::1%eth0`) picks an interface of this machine: no page has a use for that.
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) throw new InvalidHost('is not an address');
  return { kind: 'address', host: ipaddr.process(text).toString() };
}

/**
 * Parses a host as written in a URL or in a CONNECT line: a name, an IPv4 address, or an IPv6
 * address with or without brackets. Strict on purpose: Chromium sends canonical forms, so anything
 * else does not come from Chromium and could be parsed differently elsewhere (`2130706433`,
 * `0x7f.1` and `127.1` are 127.0.0.1 to `inet_aton`).
 */
export function parseHost(raw: string): Host {
  if (raw.startsWith('[')) {
    const address = raw.endsWith(']') ? parseAddress(raw.slice(1, -1)) : undefined;
    if (!address || !raw.includes(':')) throw new InvalidHost('is not an address');
    return address;
  }
  const address = parseAddress(raw);
  if (address) return address;
  // oxlint-disable-next-line no-control-regex -- the question is just that: is it ASCII?
  const ascii = /^[\x00-\x7f]*$/.test(raw) ? raw.toLowerCase() : domainToASCII(raw);
  const name = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  const labels = name.split('.');
  if (name.length > 253 || !labels.every((part) => label.test(part)))
    throw new InvalidHost('is not a host name');
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!))
    throw new InvalidHost('is a number, not a host name');
  return { kind: 'name', host: name };
}

/** Returns whether a canonical name can only mean this machine or its network. */
export function isLocalName(name: string): boolean {
  const labels = name.split('.');
  return (
    labels.length === 1 ||
    localSuffixes.has(labels.at(-1)!) ||
    localSuffixes.has(labels.slice(-2).join('.'))
  );
}

/** `host:port`, with brackets around an IPv6 address. */
export function formatTarget(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
