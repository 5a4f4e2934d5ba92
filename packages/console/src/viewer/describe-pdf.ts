/** A PDF in a few words, as far as its text shows it. */
export interface PdfSummary {
  pages: number | undefined;
  /** Size of the first page in mm. */
  size: string | undefined;
}

/** Larger files are not searched. */
const maxBytes = 30_000_000;

/** Finds number and size of pages; undefined if they are in compressed objects. */
export async function describePdf(file: Blob): Promise<PdfSummary> {
  if (file.size > maxBytes) return { pages: undefined, size: undefined };
  const text = await file.text();
  const pages = [...text.matchAll(/\/Type\s*\/Page(?![a-z])/gi)].length;
  const [, left, top, right, bottom] =
    /\/MediaBox\s*\[\s*(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)/.exec(text) ?? [];
  const mm = (from: string | undefined, to: string | undefined) =>
    Math.round(((Number(to) - Number(from)) / 72) * 25.4);
  const [width, height] = [mm(left, right), mm(top, bottom)];
  return {
    pages: pages === 0 ? undefined : pages,
    size: width > 0 && height > 0 ? `${width} × ${height} mm` : undefined,
  };
}
