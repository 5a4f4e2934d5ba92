import { openPdf } from './pdf-file.ts';

/** PDF points per CSS pixel. */
const pointsPerPixel = 0.75;

/**
 * Crops the only page of a PDF to a size in CSS pixels, from its top left corner. Chromium makes
 * pages of whole points, so a page can show up to a point too much. The page's object is written
 * again after the file (an incremental update, PDF 32000-1, 7.5.6). A file of another shape is
 * returned unchanged.
 */
export function cropPage(pdf: Buffer, size: { width: number; height: number }): Buffer {
  const file = openPdf(pdf);
  const page = file?.firstPage();
  if (!file || !page) return pdf;
  const place = page.dictionary.get('MediaBox');
  const box = place && /^\[0 0 ([\d.]+) ([\d.]+)\]$/.exec(page.text.slice(place.start, place.end));
  if (!place || !box) return pdf;
  // Readers subtract the edges and round up: binary fractions give them exactly the size.
  const top = Math.floor(Number(box[2]) * 256) / 256;
  const bottom = shown(top - size.height * pointsPerPixel);
  const cut = `[0 ${bottom} ${shown(size.width * pointsPerPixel)} ${shown(top)}]`;
  const object = `${page.text.slice(0, place.start)}${cut}${page.text.slice(place.end)}`;
  const lineEnd = pdf.at(-1) === 10 ? '' : '\n';
  const start = pdf.length + lineEnd.length;
  const entry = `${String(start).padStart(10, '0')} 00000 n\r\n`;
  const update = [
    lineEnd,
    object,
    `xref\n0 1\n0000000000 65535 f\r\n${page.number} 1\n${entry}`,
    `trailer\n<<${file.trailer}/Prev ${file.table}>>\nstartxref\n${start + object.length}\n%%EOF\n`,
  ];
  return Buffer.concat([pdf, Buffer.from(update.join(''), 'latin1')]);
}

function shown(points: number): number {
  return Number(points.toFixed(8));
}
