import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { htmlPage } from './html-page.ts';
import { landingPage } from './landing-page.ts';
import { llmsText } from './llms-text.ts';
import { navigation } from './navigation.ts';
import { readPage, type DocsPage, type PageGroup } from './read-page.ts';

/**
 * Writes the site: a page and a Markdown twin for each document, an index for the search in the
 * browser, and `llms.txt`.
 */
export async function writeSite(root: string, folder: string): Promise<PageGroup[]> {
  const groups = await readAll(root);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pages = groups.flatMap((group) => group.pages);
  for (const page of pages) {
    await writeFile(join(folder, `${page.name}.html`), htmlPage(page, groups));
    await writeFile(join(folder, `${page.name}.md`), page.markdown);
  }
  for (const file of new Set(pages.flatMap((page) => [...page.files]))) {
    await mkdir(dirname(join(folder, 'files', file)), { recursive: true });
    await cp(join(root, file), join(folder, 'files', file), { recursive: true });
  }
  await writeFile(join(folder, 'search.json'), JSON.stringify(searchIndex(pages)));
  await writeFile(join(folder, 'llms.txt'), llmsText(groups));
  await cp(join(import.meta.dirname, 'style.css'), join(folder, 'style.css'));
  await cp(join(root, 'packages/console/src/icon.svg'), join(folder, 'icon.svg'));
  await build({
    entryPoints: [join(import.meta.dirname, 'site.js')],
    outfile: join(folder, 'site.js'),
    bundle: true,
    minify: true,
    logLevel: 'error',
  });
  return groups;
}

async function readAll(root: string): Promise<PageGroup[]> {
  const files = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  const listed = navigation.flatMap(({ pages }) => pages);
  const others = files
    .map((file) => file.replace(/\.md$/, ''))
    .filter((name) => !listed.includes(name));
  return Promise.all(
    navigation.map(async ({ title, pages }, at) => {
      const all = at === navigation.length - 1 ? [...pages, ...others] : pages;
      const there = all.filter((name) => existsSync(pathOf(root, name)));
      const read = there.map(async (name) => {
        const page = await readPage(root, pathOf('', name), name === 'README' ? 'index' : name);
        return name === 'README' ? landingPage(root, page) : page;
      });
      return { title, pages: await Promise.all(read) };
    }),
  );
}

function pathOf(root: string, name: string): string {
  return join(root, name === 'README' ? 'README.md' : `docs/${name}.md`);
}

/** The index of the search: [page, anchor, title of the page, heading, text]. */
function searchIndex(pages: readonly DocsPage[]): string[][] {
  return pages.flatMap(({ name, title, sections }) =>
    sections.map(({ heading, anchor, text }) => [`${name}.html`, anchor, title, heading, text]),
  );
}
