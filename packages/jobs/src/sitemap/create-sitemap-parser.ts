import { createWorkerPool, isOutOfMemory, ownFile, type WorkerPool } from '@tintype/core/process';
import type { ParsedSitemap, SitemapJob } from './parse-sitemap.ts';

/**
 * Parses a file in a thread, which is terminated when `signal` aborts or memory runs out.
 * Returns undefined if the file needs too much memory. The bytes of a file are gone afterwards.
 */
export type ParseSitemap = (
  job: SitemapJob,
  signal: AbortSignal,
) => Promise<ParsedSitemap | undefined>;

/** Threads that parse at the same time: 10 MiB take a thread up to 0.5 s. */
const threads = 2;
/** Bytes, text and addresses of 10 MiB take up to 60 MiB. */
const memoryMb = 192;

/** Creates a parser. The first file starts a thread; idle threads end by themselves. */
export function createSitemapParser(): ParseSitemap {
  let pool: WorkerPool<SitemapJob, ParsedSitemap> | undefined;
  return async (job, signal) => {
    pool ??= createWorkerPool({
      module: ownFile('sitemap/sitemap-thread', { name: '@tintype/jobs', url: import.meta.url }),
      size: threads,
      memoryMb,
      idleMs: 10_000,
    });
    try {
      return await pool.run(job, signal, ownMemory(job.bytes));
    } catch (error) {
      if (isOutOfMemory(error)) return undefined;
      throw error;
    }
  };
}

/**
 * Copying 10 MiB takes the main thread 10 ms. Small buffers are parts of memory that others use.
 */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
