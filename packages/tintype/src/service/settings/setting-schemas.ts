import { isIP } from 'node:net';
import { readAddresses } from '@tintype/chrome/browser-address';
import { parameterList } from '@tintype/contract';
import { checked, expecting } from '@tintype/contract/read';
import { isOwnAddress, parseAllow, parseUpstream } from '@tintype/egress';
import type { Upstreams } from '@tintype/jobs';
import { parseS3Place, S3_PLACE } from '@tintype/files';
import { changePlans, isStorePlace, planChanges } from '@tintype/store';
import * as z from 'zod/mini';

/** A base URL. A slash at its end is removed. */
export const baseUrl = z.pipe(
  z
    .string()
    .check(
      z.refine(isBaseUrl),
      expecting('an http or https address without a query, for example https://shots.example'),
    ),
  z.transform((text: string) => new URL(text).href.replace(/\/+$/, '')),
);

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return [url.search, url.hash, url.username, url.password].every((part) => part === '');
}

/** Location of the database. */
export const storePlace = z
  .string()
  .check(
    z.refine(isStorePlace),
    expecting('sqlite, sqlite:<folder> or postgres://user:password@host:port/database'),
  );

/** Location of file contents. */
export const filesPlace = z.string().check(
  z.refine((text) => text === 'folder' || parseS3Place(text) !== undefined),
  expecting(`folder, ${S3_PLACE}`),
);

/** Targets that pages may reach although they are not public. */
export const allowed = z
  .string()
  .check(checked<string>((item) => failureOf(() => parseAllow([item]))?.replace(/^allow: /, '')));

/** A domain of recipients. */
export const mailDomain = z.string().check(z.regex(/^(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/i));

/** A web origin, or all of them. */
export const origin = z
  .string()
  .check(z.refine((text) => text === '*' || URL.parse(text)?.origin === text));

/** A proxy in front of the service, or a network of them. */
export const trustedProxy = z.string().check(
  z.refine((text) => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
    const [address = '', bits = '0', ...rest] = text.split('/');
    const family = isIP(address);
    const isCidr = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
    return family !== 0 && isCidr && rest.length === 0;
  }),
);

/** A port as a number or as its digits. */
export const port = z.pipe(
  z.transform((raw: string | number) =>
    typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw,
  ),
  z.int().check(z.minimum(1), z.maximum(65_535)),
);

/** Plans, with the changes of the configuration. */
export const plans = z
  .pipe(
    planChanges,
    z.transform((changes) => changePlans(changes)),
  )
  .check(expecting('an object with what differs from the usual plans'));

const proxies = z.pipe(
  z.union([z.string(), z.array(z.string()).check(z.minLength(1))]).check(
    // Omits the value, which may contain a password.
    checked<string | string[]>((given) =>
      [given]
        .flat()
        .map((proxy) => failureOf(() => parseUpstream(proxy)))
        .find((reason) => reason !== undefined)
        ?.replace(/^upstream: /, ''),
    ),
    expecting('a proxy, or a list of them'),
  ),
  z.transform((given: string | string[]) => [given].flat()),
);

const countries = parameterList().find(({ name }) => name === 'ip_location')?.values ?? [];

/** The proxies of each country. */
export const upstreams = z
  .pipe(
    z.strictObject(Object.fromEntries(countries.map((country) => [country, z.optional(proxies)]))),
    z.transform((given) => given as Upstreams),
  )
  .check(expecting('an object like {"us": "http://user:password@host:port"}'));

function failureOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/\.$/, '');
  }
}

/** An IP address of this machine, no wildcard. */
export const ownAddress = z
  .string()
  .check(z.refine(isOwnAddress), expecting('one IP address of this machine'));

/** A running browser. A problem is reported without its URL: it may contain a token. */
export const remoteBrowser = z
  .string()
  .check(
    checked<string>((address) =>
      failureOf(() => readAddresses([address]))?.replace(/^browsers\[0\] must be/, 'it is not'),
    ),
  );

/** Returns the addresses without secrets. */
export function hideBrowsers(addresses: readonly string[]): string[] {
  return addresses.length === 0 ? [] : readAddresses(addresses).map(({ name }) => name);
}

/** Returns the table without users and passwords. */
export function hideUpstreams(table: Upstreams): Upstreams {
  const hide = (proxy: string) => {
    const { protocol, host } = new URL(proxy);
    return `${protocol}//${host}`;
  };
  return Object.fromEntries(
    Object.entries(table).map(([country, urls]) => [country, urls.map(hide)]),
  );
}
