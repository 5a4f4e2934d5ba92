import { createWorkerPool, isOutOfMemory, ownFile, type WorkerPool } from '@tintype/core/process';
import type { ParsedSitemap, SitemapJob } from './parse-sitemap.ts';

/**
 * Parses a file in a thread, which ends with `signal` or when memory runs out (undefined). Takes
 * over the file's bytes.
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

/** Transferred, as copying 10 MiB takes 10 ms. Small buffers share memory with others. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
