import { RenderError } from '@tintype/contract';
import type { Account } from '@tintype/store';
import { createSitemapParser } from './create-sitemap-parser.ts';
import { readSitemap, wrong, type Sitemap } from './read-sitemap.ts';

/** Sitemaps read at once, in memory. */
const maxReading = 8;

/** Creates a reader of sitemaps. An account may have as many under way as it leaves to others. */
export function createReadSitemap(
  load: ((url: URL, signal: AbortSignal, accountId: string) => Promise<Uint8Array>) | undefined,
): (account: Account, url: URL, limit: number, signal: AbortSignal) => Promise<Sitemap> {
  const parse = createSitemapParser();
  const reading = new Map<string, number>();
  let running = 0;
  const change = (id: string, by: 1 | -1) => {
    running += by;
    const own = (reading.get(id) ?? 0) + by;
    if (own === 0) reading.delete(id);
    else reading.set(id, own);
  };
  return async ({ id }, url, limit, signal) => {
    if (!load) throw wrong('this service loads none.');
    const own = reading.get(id) ?? 0;
    const free = maxReading - running;
    if (own >= free) {
      const which = free > 0 ? `${own} sitemaps of this account` : `${running} sitemaps`;
      throw new RenderError('queue_full', `${which} are being read.`, { retryAfterS: 5 });
    }
    change(id, 1);
    try {
      const loadFor = (file: URL, until: AbortSignal) => load(file, until, id);
      return await readSitemap({ load: loadFor, parse }, url, limit, signal);
    } finally {
      change(id, -1);
    }
  };
}
