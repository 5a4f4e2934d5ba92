import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { RenderError } from '@tintype/contract';
import { sitemapAddresses } from './sitemap-addresses.ts';

/** A file is read up to so many bytes, as it comes and unpacked. */
export const largestSitemap = 10 * 1_048_576;
/** An index may name indexes, and these files. */
const deepest = 3;
/** More files than this are not loaded. */
const mostFiles = 50;
/** All of them together take no longer. */
const longestMs = 30_000;

/** Loads a file; it must not be larger than {@link largestSitemap}. */
export type LoadSitemap = (url: URL, signal: AbortSignal) => Promise<Uint8Array>;

/** The pages of a sitemap. */
export interface Sitemap {
  /** Each of them once, in their order, as many as were asked for. */
  urls: string[];
  /** Addresses of other hosts, and those that are none. */
  leftOut: number;
}

/** After so many addresses, others get their turn. */
const betweenPauses = 500;

const unpack = promisify(gunzip);

/**
 * Reads the addresses of pages out of a sitemap, which may be an index of others, and compressed. Pages and files of other hosts are left out.
 * @throws RenderError `invalid_parameter`, or what `load` throws
 */
export async function readSitemap(
  load: LoadSitemap,
  url: URL,
  limit: number,
  outer: AbortSignal,
): Promise<Sitemap> {
  const late = AbortSignal.timeout(longestMs);
  const signal = AbortSignal.any([outer, late]);
  const urls = new Set<string>();
  const files = new Set([url.href]);
  let leftOut = 0;
  const read = async (file: URL, depth: number): Promise<void> => {
    const found = await sitemapAddresses(await textOf(await load(file, signal), file));
    if (!found) throw wrong(`${file.href} is no sitemap.`);
    for (const [at, address] of found.addresses.entries()) {
      if (urls.size >= limit) return;
      if (at % betweenPauses === betweenPauses - 1) await nextTurn();
      const next = URL.parse(address);
      if (!next || !isOf(next, url)) leftOut += 1;
      else if (!found.isIndex) urls.add(next.href);
      else if (!files.has(next.href)) {
        files.add(next.href);
        if (depth >= deepest)
          throw wrong(`${file.href} is an index too deep: ${deepest} are read.`);
        if (files.size > mostFiles) throw wrong(`${url.href} has more than ${mostFiles} files.`);
        await read(next, depth + 1);
      }
    }
  };
  try {
    await read(url, 1);
  } catch (error) {
    if (!late.aborted || outer.aborted) throw error;
    throw wrong(`${url.href} took longer than ${longestMs / 1000} s.`);
  }
  if (urls.size > 0) return { urls: [...urls], leftOut };
  const why = leftOut > 0 ? `: ${leftOut} are of other hosts, or no addresses` : '';
  throw wrong(`${url.href} has no pages of its host${why}.`);
}

/** The error of a sitemap that cannot be used. */
export function wrong(reason: string, cause?: unknown): RenderError {
  const message = `sitemap: ${reason}`;
  return new RenderError('invalid_parameter', message, {
    details: [{ parameter: 'sitemap', message }],
    cause,
  });
}

async function textOf(bytes: Uint8Array, file: URL): Promise<string> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder().decode(await unpack(bytes, { maxOutputLength: largestSitemap }));
  } catch (error) {
    const reason = `${file.href} cannot be unpacked, or has more than ${largestSitemap / 1_048_576} MiB.`;
    throw wrong(reason, error);
  }
}

/** With `www.` and without is the same to those who write sitemaps. */
function isOf(url: URL, sitemap: URL): boolean {
  const hostOf = ({ host }: URL) => host.replace(/^www\./, '');
  return /^https?:$/.test(url.protocol) && hostOf(url) === hostOf(sitemap);
}
