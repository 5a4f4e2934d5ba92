import { gunzipSync } from 'node:zlib';
import { sitemapAddresses } from './sitemap-addresses.ts';

/** Maximum size of a file, compressed and decompressed. */
export const maxSitemapBytes = 10 * 1_048_576;

export interface SitemapJob {
  bytes: Uint8Array;
  /** Addresses of other hosts are counted and left out. */
  host: string;
  /** Maximum number of addresses to return, of pages and of files. */
  maxPages: number;
  maxFiles: number;
}

/** The contents of a file, or why it has none. */
export type ParsedSitemap =
  | { isIndex: boolean; urls: string[]; leftOut: number }
  | { problem: 'not a sitemap' | 'cannot be decompressed' };

/** Parses a file of a sitemap: decompresses it, and selects the first addresses of its host. */
export async function parseSitemap(job: SitemapJob): Promise<ParsedSitemap> {
  let text: string;
  try {
    text = new TextDecoder().decode(decompressed(job.bytes));
  } catch {
    return { problem: 'cannot be decompressed' };
  }
  const found = await sitemapAddresses(text);
  if (!found) return { problem: 'not a sitemap' };
  const urls = new Set<string>();
  let leftOut = 0;
  const limit = found.isIndex ? job.maxFiles : job.maxPages;
  for (const address of found.addresses) {
    if (urls.size >= limit) break;
    const url = URL.parse(address);
    if (url && /^https?:$/.test(url.protocol) && withoutWww(url.host) === withoutWww(job.host)) {
      urls.add(url.href);
    } else leftOut += 1;
  }
  return { isIndex: found.isIndex, urls: [...urls], leftOut };
}

function decompressed(bytes: Uint8Array): Uint8Array {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? gunzipSync(bytes, { maxOutputLength: maxSitemapBytes }) : bytes;
}

/** Sitemaps mix addresses with `www.` and without. */
function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
