import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from './escape-html.ts';
import { highlightCode } from './highlight-code.ts';
import type { DocsPage } from './read-page.ts';

const folder = 'docs/landing';
const files = ['screenshot.webp', 'phone.webp', 'screencast.mp4', 'pdf.webp'];

/**
 * Returns the start page of the site: what Tintype makes of one page. The README, which it replaces
 * there, stays its Markdown twin.
 */
export async function landingPage(root: string, readme: DocsPage): Promise<DocsPage> {
  const text = await readFile(join(root, folder, 'scrape.txt'), 'utf8');
  const html = landingHtml(text);
  const links = [...html.matchAll(/href="([\w-]+\.html(?:#[\w-]+)?)"/g)].map(([, to = '']) => to);
  return {
    ...readme,
    contents: [],
    links: [...readme.links, ...links],
    files: new Set([...readme.files, ...files.map((file) => `${folder}/${file}`)]),
    html,
  };
}

function landingHtml(text: string): string {
  return `<div class="landing">
<h1 id="tintype">Web pages as images, videos, PDFs and text</h1>
<p class="lead">An open-source engine on Chromium: a library, a command line and a self-hosted service for Node. It waits until a page has settled, films it frame by frame, reports what went wrong, and is safe with pages of strangers.</p>
<pre><code>${code('npx tintype screenshot https://example.com', 'sh')}</code></pre>
<p>Version 0.1.0 is not on npm yet: until it is, <a href="installing.html#before-the-first-release">in a clone</a>.</p>
<p class="actions"><a class="button" href="which-one.html">Which one do I need?</a> <a href="cli.html">Command line</a> <a href="library.html">Library</a> <a href="service.html">Service</a> <a href="agents.html">Agents</a></p>
<h2 id="one-page-five-results">One page, five results</h2>
<div class="gallery">
${figure(image('screenshot.webp', 'The page at 1280 x 800'), 'tintype screenshot page.html', 'wide')}
${figure(`<video src="files/${folder}/screencast.mp4" autoplay loop muted playsinline controls></video>`, 'tintype screencast page.html --scenario scroll', 'wide')}
${figure(image('phone.webp', 'The page on a phone, dark'), 'tintype screenshot page.html --device "iPhone 15" --dark')}
${figure(image('pdf.webp', 'The first page of the PDF'), 'tintype pdf page.html --pdf-print-background')}
${figure(`<pre><code>${escapeHtml(text.slice(0, 420))}</code></pre>`, 'tintype scrape page.html --format md')}
</div>
<h2 id="why-tintype">Why Tintype</h2>
<ul class="reasons">
<li><b><a href="screencast.html">Every frame is right.</a></b> The page's clock advances frame by frame, on a slow machine and a slow network too.</li>
<li><b><a href="waiting.html">No waits to tune.</a></b> Fonts, images, late data and animations are waited for by default.</li>
<li><b><a href="receipt.html">It says when a result is useless.</a></b> Blank pages, captchas, logins, broken images, missing glyphs.</li>
<li><b><a href="steps.html">Pages behind a click or a login.</a></b> Steps as JSON, or a recording; sessions that log in again.</li>
<li><b><a href="scrape.html">Text for people and models.</a></b> The main content as Markdown, with tables, links and metadata.</li>
<li><b><a href="comparison.html">What changed?</a></b> Regions, words and an overlay; a banner above moves nothing.</li>
<li><b><a href="security.html">Safe with untrusted pages.</a></b> Sandboxed and isolated; private networks are out of reach.</li>
<li><b><a href="service.html">A whole service in one process.</a></b> Accounts, quotas, queue, schedules, webhooks, metrics, console.</li>
</ul>
</div>`;
}

function figure(content: string, command: string, wide = ''): string {
  return `<figure${wide && ` class="${wide}"`}>${content}<figcaption><code>${code(command, 'sh')}</code></figcaption></figure>`;
}

function image(file: string, alt: string): string {
  return `<img src="files/${folder}/${file}" alt="${escapeHtml(alt)}">`;
}

function code(text: string, language: string): string {
  return highlightCode(text, language) ?? escapeHtml(text);
}
