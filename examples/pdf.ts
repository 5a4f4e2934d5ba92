// Prints a report as an A4 PDF with header, page numbers and bookmarks, and as one long page for a
// screen.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer } from 'tintype';

const chapters = ['Light', 'Silver', 'Paper'].map(
  (title) =>
    `<h1>${title}</h1>${`<p>What ${title.toLowerCase()} does. `.padEnd(900, 'And more. ')}`,
);
const html = `<!doctype html><meta charset="utf-8"><title>How an image is made</title>
  <style>
    body { font: 12pt/1.6 'Noto Serif', serif; margin: 0; }
    h1 { break-before: page; background: #f4ead8; padding: 8mm; }
    h1:first-of-type { break-before: auto; }
  </style>${chapters.join('')}
  <p><a href="https://example.com/sources">Sources</a>`;

const renderer = createRenderer();
const paged = await renderer.render({
  kind: 'pdf',
  html,
  pdf_paper_format: 'a4',
  pdf_print_background: true,
  pdf_margin_top: '25mm',
  pdf_margin_right: '20mm',
  pdf_margin_bottom: '20mm',
  pdf_margin_left: '20mm',
  pdf_header_html: '<span class="title"></span>',
  pdf_footer_html:
    '<div style="text-align:right"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
  pdf_outline: true,
});
const single = await renderer.render({ kind: 'pdf', html, pdf_single_page: true });
await renderer.stop();

await mkdir('out', { recursive: true });
await writeFile('out/report.pdf', paged.body);
await writeFile('out/report-screen.pdf', single.body);
console.log(paged.metadata.title, paged.mediaType);
