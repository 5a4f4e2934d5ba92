// Reads a page as Markdown, only its main content: node scrape.ts https://example.com
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer, serveFolder } from 'tintype';

const url = process.argv[2];
const renderer = createRenderer();

// Without a URL, renders the page in the folder of this file.
const { body, metadata } = await renderer.render(
  {
    kind: 'scrape',
    url: url ?? 'http://page.tintype.localhost/',
    format: 'md',
    main_content: true,
  },
  url === undefined ? { site: serveFolder(`${import.meta.dirname}/hello`) } : {},
);
await renderer.stop();

await mkdir('out', { recursive: true });
await writeFile('out/scrape.md', body);
console.log(metadata.title);
