import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchDemos } from '../demo-pages.ts';
import { makePages } from '../pages.ts';

/**
 * Pages of packages, with the packages that they use; those that never stand still cannot be
 * compared.
 */
const demos = {
  packages: ['chart.js', 'flickity', 'leaflet', 'reveal.js', 'swagger-ui-dist'],
  pages: [
    'chart.html',
    'flickity/sandbox/basic.html',
    'leaflet.html',
    'reveal.js/index.html',
    'swagger.html',
  ],
};
const documents = ['docs/waiting.html', 'docs/http.html', 'docs/parameters.html'];

interface SiteModule {
  writeSite(root: string, folder: string): Promise<unknown>;
}

/**
 * A folder with the pages that a report is about: those that the other benchmarks make, demos that
 * packages bring, and our own documents.
 */
export async function makeReportCorpus(): Promise<{ folder: string; pages: string[] }> {
  const folder = path.join(tmpdir(), 'tintype-report-corpus');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const made = await makePages();
  for (const [name, content] of made) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  const root = path.join(import.meta.dirname, '..', '..');
  const module = pathToFileURL(path.join(root, 'scripts', 'docs', 'write-site.ts')).href;
  const { writeSite } = (await import(module)) as SiteModule;
  await writeSite(root, path.join(folder, 'docs'));
  const fetched = await fetchDemos(demos.packages);
  for (const name of [...demos.packages, ...demos.pages, 'petstore.json']) {
    await cp(path.join(fetched.folder, name), path.join(folder, name), { recursive: true });
  }
  const own = [...made.keys()].filter((name) => name.endsWith('.html'));
  return { folder, pages: [...own, ...demos.pages, ...documents] };
}
