/** See {@link pdfLimits}. */
export interface PdfLimits {
  pages: number;
  /** Of text, over all pages. */
  characters: number;
  /** Pieces of text on one page: a page of small print has some thousands. */
  pieces: number;
  /** Links of one page. */
  links: number;
  /** Entries of the outline. */
  headings: number;
  /** How deep they lie. */
  depth: number;
}

/** What is read of one PDF at most; what lies beyond is left out, and the result says so. */
export const pdfLimits: PdfLimits = {
  pages: 2000,
  characters: 10_000_000,
  pieces: 20_000,
  links: 2000,
  headings: 5000,
  depth: 6,
};
