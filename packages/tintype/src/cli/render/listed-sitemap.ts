import { createEgress } from '@tintype/egress';
import { RenderError } from '@tintype/contract';
import { createSitemapParser, readSitemap, sitemapAddresses } from '@tintype/jobs/sitemap';
import { loadSitemap } from '../../load-sitemap.ts';
import { UsageError } from '../cli-context.ts';
import { readTarget } from './target.ts';

/**
 * Returns the URLs of a sitemap, at most `limit`.
 * @param allow - private hosts that may be reached, besides the host of the address
 * @throws UsageError
 */
export async function sitemapAt(
  address: string,
  limit: number,
  allow: readonly string[],
): Promise<string[]> {
  const target = readTarget(address, undefined);
  const egress = createEgress({
    allow: [...allow, ...(target.from === 'url' ? target.allow : [])],
  });
  try {
    const load = (url: URL, signal: AbortSignal) => loadSitemap(egress, url, signal);
    const never = new AbortController().signal;
    const parts = { load, parse: createSitemapParser() };
    return (await readSitemap(parts, new URL(address), limit, never)).urls;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw new UsageError(`--from: ${error.message}`);
  } finally {
    await egress.close();
  }
}

/** Returns the URLs of a sitemap file. @throws UsageError */
export async function sitemapIn(text: string, name: string): Promise<string[]> {
  const found = await sitemapAddresses(text);
  if (!found) throw new UsageError(`${name} is no sitemap, and no list of pages.`);
  if (!found.isIndex) return found.addresses;
  throw new UsageError(`${name} is an index of sitemaps: give its URL, and they are loaded.`);
}
