import type { Area } from '../comparison.ts';
import type { Alignment, RowBlock } from './align-rows.ts';
import type { ColumnRange as RowRange } from './find-columns.ts';

/** Decoded images on canvases of one width, four bytes per pixel. */
export interface ImagePair {
  width: number;
  /** Number of columns that both images have. */
  columns: number;
  before: Uint8Array;
  after: Uint8Array;
}

/** A value for each of two images. */
export interface Sides<T> {
  before: T;
  after: T;
}

/** Rows of a column of the page, and their place on the canvas. */
export interface CanvasBlock extends RowBlock {
  /** First row on the canvas. */
  top: number;
  x: number;
  width: number;
  /** True for rows without content that only make room for what another column has. */
  isPadding?: true;
}

/** Blocks that have each pixel of both images once. */
export interface Layout {
  blocks: CanvasBlock[];
  /** Areas of the canvas below columns that are shorter than others. */
  blank: Area[];
  height: number;
  moved: Alignment['moved'];
}

/** Pixels of two images, one number each. */
export interface LayoutImages extends Sides<Uint32Array> {
  /** Pixels in a row. */
  width: number;
}

/** Rows of both images that are aligned with each other, and with no others. */
export interface RowPairs {
  ranges: readonly Sides<RowRange>[];
  /** Equal rows elsewhere, of any of the ranges. */
  moved: Alignment['moved'];
}
