// Loads a page once, and captures it as an image, a PDF and Markdown.
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { createRenderer } from 'tintype';

const html = `<!doctype html><title>How an image is made</title>
  <style>body { font: 20px/1.5 'Noto Serif', serif; margin: 40px; background: #f4ead8 }</style>
  <h1>How an image is made</h1>
  <p>A plate of <em>iron</em>, lacquered black, is covered with collodion.</p>
  <button onclick="this.remove()">Close</button>`;

await using renderer = createRenderer();
await using page = await renderer.open({ html, viewport_width: 800, viewport_height: 400 });

// puppeteer does what no parameter can.
const hand = await page.puppeteer<Page>();
await hand.click('button');

const image = await page.capture({ kind: 'screenshot', format: 'webp' });
const paper = await page.capture({ kind: 'pdf', pdf_single_page: true });
const text = await page.capture({ kind: 'scrape', format: 'md' });

await mkdir('out', { recursive: true });
await writeFile('out/open-page.webp', image.body);
await writeFile('out/open-page.pdf', paper.body);
console.log(Buffer.from(text.body).toString().trim());
