import ipaddr from 'ipaddr.js';

/** An IP address and the class that decides whether pages may reach it. */
export interface ClassifiedAddress {
  /** `private`: only if allowed. `metadata`: never, a cloud serves credentials there. */
  kind: 'public' | 'private' | 'metadata';
  /** The address in its one canonical form (an IPv4-mapped IPv6 address becomes IPv4). */
  address: string;
  /** For example `a private address`. */
  description: string;
}

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

// Where clouds answer with credentials, from their own documentation. Link-local is refused as a
// whole: AWS alone has 169.254.169.254, 169.254.170.2 and 169.254.170.23, Tencent 169.254.0.23,
// Scaleway 169.254.42.42.
// Not parsed from texts, which compiles the patterns of ipaddr.js at each start.
const v4 = (...bytes: number[]) => new ipaddr.IPv4(bytes);
const v6 = (one: number, two = 0, last = 0) => new ipaddr.IPv6([one, two, 0, 0, 0, 0, 0, last]);

const metadata: readonly (readonly [Parsed, number])[] = [
  [v4(169, 254, 0, 0), 16],
  [v4(100, 100, 100, 200), 32], // Alibaba Cloud
  [v4(168, 63, 129, 16), 32], // Azure's wire server
  [v4(192, 0, 0, 192), 32], // Oracle Cloud (classic)
  [v6(0xfd00, 0x0ec2), 32], // AWS
  [v6(0xfd00, 0x0042, 0x0042), 128], // Scaleway
  [v6(0xfd20, 0x00ce, 0x0254), 128], // Google Cloud
];
const globalUnicast = v6(0x2000);

const descriptions: Record<string, string> = {
  private: 'a private address',
  uniqueLocal: 'a private address',
  loopback: 'an address of this machine',
  unspecified: 'an address of this machine',
  linkLocal: 'a link-local address',
  carrierGradeNat: "an address inside a provider's network",
  multicast: 'a multicast address',
  broadcast: 'a broadcast address',
};

function isMetadata(address: Parsed): boolean {
  return metadata.some(
    ([base, bits]) => base.kind() === address.kind() && address.match(base, bits),
  );
}

/** The IPv4 address inside a translated address, as a router would unwrap it. */
function embedded(address: Parsed): ipaddr.IPv4 | undefined {
  if (address.kind() === 'ipv4') return undefined;
  const bytes = address.toByteArray();
  const at = (start: number) => new ipaddr.IPv4(bytes.slice(start, start + 4));
  switch (address.range()) {
    case '6to4':
      return at(2);
    case 'teredo':
      return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff));
    case 'rfc6052':
    case 'rfc6145':
      return at(12);
    default:
      return undefined;
  }
}

/** Classifies an IPv4 or IPv6 address in any valid text form. Throws for others. */
export function classifyAddress(address: string): ClassifiedAddress {
  const parsed = ipaddr.process(address);
  const text = parsed.toString();
  const inner = embedded(parsed);
  if (isMetadata(parsed) || (inner && isMetadata(inner)))
    return {
      kind: 'metadata',
      address: text,
      description: 'a metadata or link-local address of a cloud',
    };
  const range = parsed.range();
  const isGlobal = parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast, 3);
  if (range === 'unicast' && isGlobal)
    return { kind: 'public', address: text, description: 'public' };
  return {
    kind: 'private',
    address: text,
    description: descriptions[range] ?? 'not a public address',
  };
}
