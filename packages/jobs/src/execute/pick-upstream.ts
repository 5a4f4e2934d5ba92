import { randomInt } from 'node:crypto';

/** Proxies by the values of `ip_location`: `http://user:password@host:port`, one or several. */
export type Upstreams = Readonly<Record<string, readonly string[]>>;

/** Of these is `eu` any one, beside proxies of a row of its own. */
const inTheUnion = ['de', 'fr'] as const;

/** The values of `ip_location` for which there is a proxy. */
export function servedLocations(upstreams: Upstreams = {}): string[] {
  const own = Object.keys(upstreams).filter((location) => rowOf(upstreams, location).length > 0);
  return !own.includes('eu') && rowOf(upstreams, 'eu').length > 0 ? [...own, 'eu'] : own;
}

/** One of the proxies of a place, each as likely as any other. */
export function pickUpstream(
  upstreams: Upstreams = {},
  location: string | undefined,
): string | undefined {
  if (location === undefined) return undefined;
  const row = rowOf(upstreams, location);
  return row.length === 0 ? undefined : row[randomInt(row.length)];
}

function rowOf(upstreams: Upstreams, location: string): readonly string[] {
  const row = (name: string) => (Object.hasOwn(upstreams, name) ? (upstreams[name] ?? []) : []);
  if (location !== 'eu') return row(location);
  return [...row('eu'), ...inTheUnion.flatMap(row)];
}
