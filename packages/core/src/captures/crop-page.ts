/** Points of a PDF for each CSS pixel. */
const pointsPerPixel = 0.75;

/**
 * Cuts the only page of a PDF to a size in CSS pixels, from its top left corner. Chromium makes pages of whole
 * points, so a page can show up to a point too much. The page's object is written anew behind the file
 * (an incremental update, PDF 32000-1, 7.5.6). A file of another shape comes back as it is.
 */
export function cropPage(pdf: Buffer, size: { width: number; height: number }): Buffer {
  const text = pdf.toString('latin1');
  const page = /(\d+) 0 obj\s*<<\s*\/Type \/Page\b[^]*?endobj/.exec(text);
  const box = page && /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page[0]);
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1];
  const trailer = /trailer\s*<<([^]*?)>>\s*startxref/.exec(text.slice(text.lastIndexOf('trailer')));
  if (!page || !box || before === undefined || !trailer) return pdf;
  // Readers subtract the edges and round up: binary fractions give them exactly the size.
  const top = Math.floor(Number(box[2]) * 256) / 256;
  const bottom = shown(top - size.height * pointsPerPixel);
  const cut = `/MediaBox [0 ${bottom} ${shown(size.width * pointsPerPixel)} ${shown(top)}]`;
  const object = `${page[0].replace(box[0], cut)}\n`;
  const start = pdf.length + (text.endsWith('\n') ? 0 : 1);
  const entry = `${String(start).padStart(10, '0')} 00000 n\r\n`;
  const update = [
    text.endsWith('\n') ? '' : '\n',
    object,
    `xref\n0 1\n0000000000 65535 f\r\n${page[1]} 1\n${entry}`,
    `trailer\n<<${trailer[1]}/Prev ${before}>>\nstartxref\n${start + object.length}\n%%EOF\n`,
  ];
  return Buffer.concat([pdf, Buffer.from(update.join(''), 'latin1')]);
}

function shown(points: number): number {
  return Number(points.toFixed(8));
}
