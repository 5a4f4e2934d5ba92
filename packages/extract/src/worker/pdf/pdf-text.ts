/**
 * A piece of text on a page: what stands on one line without a wide gap. Lengths are in points,
 * from the upper left corner.
 */
export interface Piece {
  text: string;
  x: number;
  right: number;
  /** Where the letters stand. */
  y: number;
  /** Height of the letters. */
  size: number;
  font: string;
  isMono: boolean;
  isRtl: boolean;
  /** Stands on its side, beside the text. */
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

/** A page as its file describes it. */
export interface PdfPage {
  pieces: Piece[];
  links: PdfLink[];
  /** Whether it has more text than was read. */
  isTextCut?: boolean;
  /** Whether it has more links than were read. */
  areLinksCut?: boolean;
}

/** An entry of the outline; those of the first level have depth 1. */
export interface PdfHeading {
  text: string;
  depth: number;
}

/** What was read of a PDF. */
export interface PdfText {
  pages: PdfPage[];
  /** How many pages the file has. */
  count: number;
  title: string;
  author: string;
  description: string;
  language: string;
  /** Instants as ISO writes them; empty where the file tells none. */
  created: string;
  modified: string;
  outline: PdfHeading[];
  /** Whether the outline has more entries than were read. */
  isOutlineCut: boolean;
  /** What ended the reading before the last page that is read of any file. */
  endedBy?: 'length' | 'time';
}
