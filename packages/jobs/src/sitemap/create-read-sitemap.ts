import { RenderError } from '@tintype/contract';
import type { Account } from '@tintype/store';
import { createSitemapParser } from './create-sitemap-parser.ts';
import { readSitemap, wrong, type Sitemap } from './read-sitemap.ts';

/** So many are read at the same time: each may lie in memory with all of its bytes. */
const mostAtOnce = 4;

/** Reads sitemaps for accounts. */
export function createReadSitemap(
  load: ((url: URL, signal: AbortSignal, accountId: string) => Promise<Uint8Array>) | undefined,
): (account: Account, url: URL, limit: number, signal: AbortSignal) => Promise<Sitemap> {
  const parse = createSitemapParser();
  let running = 0;
  return async ({ id }, url, limit, signal) => {
    if (!load) throw wrong('this service loads none.');
    if (running >= mostAtOnce) {
      throw new RenderError('queue_full', `${mostAtOnce} sitemaps are being read.`, {
        retryAfterS: 5,
      });
    }
    running += 1;
    try {
      const loadFor = (file: URL, until: AbortSignal) => load(file, until, id);
      return await readSitemap({ load: loadFor, parse }, url, limit, signal);
    } finally {
      running -= 1;
    }
  };
}
