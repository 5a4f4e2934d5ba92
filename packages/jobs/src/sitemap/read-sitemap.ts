import { RenderError } from '@tintype/contract';
import type { ParseSitemap } from './create-sitemap-parser.ts';
import { maxSitemapBytes, type ParsedSitemap } from './parse-sitemap.ts';

/** Maximum depth of indexes that name indexes. */
const maxDepth = 3;
const maxFiles = 50;
/** Maximum time for all files of a sitemap together. */
const maxMs = 30_000;

/** Loads a file of at most {@link maxSitemapBytes}. */
export type LoadSitemap = (url: URL, signal: AbortSignal) => Promise<Uint8Array>;

export interface Sitemap {
  /** Each page once, in the order of the sitemap. */
  urls: string[];
  /** Number of addresses of other hosts, and of entries that are no addresses. */
  leftOut: number;
}

/**
 * Reads page URLs from a sitemap, which may be compressed or an index. Other hosts are ignored.
 * @throws RenderError `invalid_parameter`, or what `load` throws
 */
export async function readSitemap(
  { load, parse }: { load: LoadSitemap; parse: ParseSitemap },
  url: URL,
  limit: number,
  outer: AbortSignal,
): Promise<Sitemap> {
  const late = AbortSignal.timeout(maxMs);
  const signal = AbortSignal.any([outer, late]);
  const urls = new Set<string>();
  const files = new Set([url.href]);
  let leftOut = 0;
  const read = async (file: URL, depth: number): Promise<void> => {
    const bytes = await load(file, signal);
    const job = { bytes, host: url.host, maxPages: limit, maxFiles: maxFiles + 1 };
    const found = contentOf(await parse(job, signal), file);
    leftOut += found.leftOut;
    for (const address of found.urls) {
      if (urls.size >= limit) return;
      if (!found.isIndex) urls.add(address);
      else if (!files.has(address)) {
        files.add(address);
        if (depth >= maxDepth)
          throw wrong(`${file.href} is an index too deep: ${maxDepth} are read.`);
        if (files.size > maxFiles) throw wrong(`${url.href} has more than ${maxFiles} files.`);
        await read(new URL(address), depth + 1);
      }
    }
  };
  try {
    await read(url, 1);
  } catch (error) {
    if (!late.aborted || outer.aborted) throw error;
    throw wrong(`${url.href} took longer than ${maxMs / 1000} s.`);
  }
  if (urls.size > 0) return { urls: [...urls], leftOut };
  const why = leftOut > 0 ? `: ${leftOut} are of other hosts, or no addresses` : '';
  throw wrong(`${url.href} has no pages of its host${why}.`);
}

export function wrong(reason: string, cause?: unknown): RenderError {
  const message = `sitemap: ${reason}`;
  return new RenderError('invalid_parameter', message, {
    details: [{ parameter: 'sitemap', message }],
    cause,
  });
}

function contentOf(
  parsed: ParsedSitemap | undefined,
  { href }: URL,
): Exclude<ParsedSitemap, { problem: string }> {
  if (!parsed) throw wrong(`${href} needs too much memory.`);
  if (!('problem' in parsed)) return parsed;
  if (parsed.problem === 'not a sitemap') throw wrong(`${href} is no sitemap.`);
  const mib = maxSitemapBytes / 1_048_576;
  throw wrong(`${href} cannot be unpacked, or has more than ${mib} MiB.`);
}
