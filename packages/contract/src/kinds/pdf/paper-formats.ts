/** Width and height of upright paper in inches. ISO 216 defines the A sizes in millimetres. */
export const paperFormats = {
  letter: { width: 8.5, height: 11 },
  legal: { width: 8.5, height: 14 },
  tabloid: { width: 11, height: 17 },
  /** Tabloid in landscape: the only format that is wider than tall. */
  ledger: { width: 17, height: 11 },
  a0: { width: 841 / 25.4, height: 1189 / 25.4 },
  a1: { width: 594 / 25.4, height: 841 / 25.4 },
  a2: { width: 420 / 25.4, height: 594 / 25.4 },
  a3: { width: 297 / 25.4, height: 420 / 25.4 },
  a4: { width: 210 / 25.4, height: 297 / 25.4 },
  a5: { width: 148 / 25.4, height: 210 / 25.4 },
  a6: { width: 105 / 25.4, height: 148 / 25.4 },
} as const;

/** A key of {@link paperFormats}. */
export type PaperFormat = keyof typeof paperFormats;

/** Parameters of the paper size. */
export interface PaperValues {
  pdf_paper_format?: PaperFormat | undefined;
  /** In CSS pixels, as is the height. */
  pdf_paper_width?: number | undefined;
  pdf_paper_height?: number | undefined;
  pdf_landscape?: boolean | undefined;
}

/** Returns the paper size in inches. Width and height take precedence over a format. */
export function paperSize(values: PaperValues): { width: number; height: number } {
  const { pdf_paper_format: format = 'letter', pdf_landscape: landscape = false } = values;
  const named = paperFormats[format];
  const { pdf_paper_width, pdf_paper_height } = values;
  const width = pdf_paper_width === undefined ? named.width : pdf_paper_width / 96;
  const height = pdf_paper_height === undefined ? named.height : pdf_paper_height / 96;
  return landscape && height > width ? { width: height, height: width } : { width, height };
}

/** True if `@page { size }` applies: by default, unless the request sets a paper or landscape. */
export function prefersCssPageSize(
  values: PaperValues & { pdf_prefer_css_page_size?: boolean | undefined },
): boolean {
  const { pdf_paper_format, pdf_paper_width, pdf_paper_height, pdf_landscape = false } = values;
  const named = pdf_paper_format ?? pdf_paper_width ?? pdf_paper_height;
  return values.pdf_prefer_css_page_size ?? (named === undefined && !pdf_landscape);
}
