import type {
  ComparedArea as Area,
  ComparedField as FieldChange,
  ComparedRegion as Region,
} from '@tintype/contract/wire';

export type { Area, FieldChange, Region };

/** A file to compare, such as the result of a render. */
export interface ComparedFile {
  body: Uint8Array;
  /** Images, PDFs, and texts such as HTML, Markdown and JSON, are compared. */
  mediaType: string;
  /** Areas of an image that do not count, in its pixels; at most 100. Default: those of `receipt`. */
  ignored?: readonly Area[];
  /** Of a result: the areas of its `ignore_selectors` do not count. */
  receipt?: { ignored?: readonly Area[] };
}

/** Visible elements of a page: the result of a scrape with `format: elements`, parsed. */
export interface PageElements {
  elements: readonly PageElement[];
}

export interface PageElement {
  /** CSS selector of this element only. */
  selector: string;
  /** Its own text. */
  text?: string;
  /** x, y, width and height in CSS pixels of the page. */
  box: readonly number[];
  /** Address, if it is an image. */
  image?: string;
}

export interface CompareOptions {
  /** Areas of images that do not count, in pixels of the later image; at most 100. */
  ignore?: readonly Area[];
  /** Regular expressions: parts of texts that match do not count. */
  ignoreText?: readonly string[];
  /** Also draws both images beside each other, with regions outlined; default false. */
  sideBySide?: boolean;
  /** Colour difference of a pixel that does not count, from 0 to 1; 0.1 by default. */
  threshold?: number;
  /**
   * Maximum number of pixels that are compared, 25 million by default, which take about 1 GB. Of
   * larger images, rows that are the same do not count towards it.
   */
  maxPixels?: number;
  /**
   * Elements of the pages that images show from their top left corner: regions are named after
   * them. At most 5,000 of each page.
   */
  elements?: {
    before?: PageElements | undefined;
    after?: PageElements | undefined;
    /** Pixels of the images for a CSS pixel; default 1. */
    scale?: number;
  };
  signal?: AbortSignal;
}

/** Result of a comparison of two images. */
export interface ImageComparison {
  type: 'image';
  /** True if nothing differs except for what is ignored. */
  same: boolean;
  /** Share of the pixels that differ, from 0 to 1. */
  changed: number;
  /** Structural similarity (SSIM) of the aligned images, from 0 to 1 if they are equal. */
  similarity: number;
  /** Sizes in pixels. */
  size: { before: { width: number; height: number }; after: { width: number; height: number } };
  /**
   * Number of rows of the later image that were compared, if some were not because more than
   * `maxPixels` differ. `same` is false then.
   */
  comparedRows?: number;
  /** Number of regions. */
  regionCount: number;
  /** The largest 100, from top to bottom. */
  regions: Region[];
  /**
   * The later image, pale, with the differences, as PNG. Removed rows are shown in their place. Of
   * images above `maxPixels`, the rows that differ and 40 around them.
   */
  overlay: Uint8Array;
  /**
   * With the option `sideBySide`: the earlier image at the left and the later one at the right, with
   * regions outlined, as PNG. Equal rows are beside each other.
   */
  sideBySide?: Uint8Array;
}

/** A group of lines that differ. */
export interface Hunk {
  /** Number of the first line in each text, from 1. */
  before: number;
  after: number;
  /** Lines in order. A changed line is removed and added, with the words that differ. */
  lines: {
    type: 'added' | 'removed';
    text: string;
    /** Ranges of the text that differ, if a similar line was on the other side. */
    words?: [start: number, end: number][];
  }[];
}

/** Result of a comparison of two texts. */
export interface TextComparison {
  type: 'text';
  /** True if nothing differs except for what is ignored. */
  same: boolean;
  /** Share of the lines of both texts that differ, from 0 to 1. */
  changed: number;
  added: number;
  removed: number;
  /** The first 500. */
  hunks: Hunk[];
  /** Unified diff with three lines of context. */
  diff: string;
  /** The fields that differ, at most 200, if both texts are results of a scrape as JSON. */
  fields?: FieldChange[];
}

/** A page that differs. */
export interface ComparedPage {
  /** `added` and `removed`: only one PDF has it. */
  type: 'changed' | 'added' | 'removed';
  /** Number of the page in each PDF, from 1. */
  before?: number;
  after?: number;
  /** Share of the pixels that differ, from 0 to 1. */
  changed: number;
  similarity: number;
  regionCount: number;
  /** The largest 100, in pixels: 1.5 for a point, fewer on pages larger than A0. */
  regions: Region[];
}

/** Result of a comparison of two PDFs. */
export interface PdfComparison {
  type: 'pdf';
  /** True if no page differs. */
  same: boolean;
  /** Mean of the pages' shares of differing pixels; a page of one PDF only counts as 1. */
  changed: number;
  /** Mean of the pages' similarities; a page of one PDF only counts as 0. */
  similarity: number;
  pageCount: { before: number; after: number };
  /** The pages that differ, in order. */
  pages: ComparedPage[];
  /** Unified diff of the texts of all pages. */
  diff: string;
  /** The pages that differ, one below the other, as {@link ImageComparison.overlay}; the first ones. */
  overlay: Uint8Array;
}

export type Comparison = ImageComparison | TextComparison | PdfComparison;
