import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@tintype/core/process';
import { parseSitemap, type SitemapJob } from './parse-sitemap.ts';

lowerThreadPriority(10);

parentPort?.on('message', (job: SitemapJob) => {
  void parseSitemap(job).then((parsed) => parentPort?.postMessage(parsed));
});
