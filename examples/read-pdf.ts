// Reads the text of a PDF as Markdown: node read-pdf.ts https://example.com/paper.pdf
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer } from 'tintype';

const renderer = createRenderer();
let url = process.argv[2];
let site;
if (url === undefined) {
  // Without an address, creates a PDF first.
  const html = '<h1>Hello</h1><p>A page that became a PDF, and becomes text again.</p>';
  const pdf = await renderer.render({ kind: 'pdf', html });
  url = 'http://page.tintype.localhost/hello.pdf';
  const headers = { 'content-type': 'application/pdf' };
  site = () => ({ status: 200, headers, body: pdf.body });
}

const { body, warnings } = await renderer.render(
  { kind: 'scrape', url, format: 'md' },
  site ? { site } : {},
);
await renderer.stop();

await mkdir('out', { recursive: true });
await writeFile('out/read-pdf.md', body);
console.log(Buffer.from(body).toString(), ...warnings);
