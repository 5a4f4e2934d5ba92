/** A part of one line without a wide gap. Lengths are in points, from the upper left corner. */
export interface Piece {
  text: string;
  x: number;
  right: number;
  /** Baseline of the letters. */
  y: number;
  /** Height of the letters. */
  size: number;
  font: string;
  isMono: boolean;
  isRtl: boolean;
  /** Rotated text, beside the text. */
  isAside: boolean;
}

/** A part of a page that leads to an address. */
export interface PdfLink {
  url: string;
  x: number;
  right: number;
  top: number;
  bottom: number;
}

export interface PdfPage {
  pieces: Piece[];
  links: PdfLink[];
  /** True if it has more text than was read. */
  isTextCut?: boolean;
  /** True if it has more links than were read. */
  areLinksCut?: boolean;
}

/** An entry of the outline; those of the first level have depth 1. */
export interface PdfHeading {
  text: string;
  depth: number;
}

/** The content of a PDF, as far as it was read. */
export interface PdfText {
  pages: PdfPage[];
  count: number;
  title: string;
  author: string;
  description: string;
  language: string;
  /** ISO 8601; empty if the file does not state it. */
  created: string;
  modified: string;
  outline: PdfHeading[];
  /** True if the outline has more entries than were read. */
  isOutlineCut: boolean;
  /** The limit that ended the reading before the last page that is read of any file. */
  endedBy?: 'length' | 'time';
}
