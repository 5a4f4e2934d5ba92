export interface PdfLimits {
  pages: number;
  /** Of text, over all pages. */
  characters: number;
  /** Pieces of text on one page: a page of small print has some thousands. */
  pieces: number;
  links: number;
  /** Of the addresses of all links: pages may share them, and each has them again. */
  linkCharacters: number;
  headings: number;
  depth: number;
  /** Characters of the page that is made: escapes and addresses of links make it longer. */
  html: number;
  /** Time limit for reading pages; the first is always read. */
  ms: number;
}

/** Limits of one PDF; content beyond them is omitted, and the result reports that. */
export const pdfLimits: PdfLimits = {
  pages: 2000,
  characters: 10_000_000,
  pieces: 20_000,
  links: 2000,
  linkCharacters: 4_000_000,
  headings: 5000,
  depth: 6,
  html: 16_000_000,
  ms: 60_000,
};
