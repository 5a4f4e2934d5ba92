import { BlockList, isIP } from 'node:net';

/** True if `X-Forwarded-*` of a peer is trusted. `hop` 0: the peer itself; 1: the named one. */
export type Trust = (address: string, hop: number) => boolean;

const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Parses `trustProxy`: everything, a number of hops, or addresses, CIDRs and names of ranges. */
export function trustOf(trustProxy: boolean | number | string): Trust {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  const list = new BlockList();
  for (const item of trustProxy.split(',').map((text) => text.trim())) {
    for (const range of ranges[item] ?? [item]) {
      const [address = '', bits] = range.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Returns the key for counting a client: an IPv4 address or a /64 network of IPv6. Undefined for
 * 127.0.0.1 and ::1, which may be a proxy for every client.
 */
export function clientKey(address: string): string | undefined {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (bare === '127.0.0.1' || bare === '::1') return undefined;
  if (isIP(bare) !== 6) return bare.slice(0, 64);
  return `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  if (tail === undefined) return first;
  const last = tail === '' ? [] : tail.split(':');
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}
