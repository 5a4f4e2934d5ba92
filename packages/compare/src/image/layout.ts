import type { Area } from '../comparison.ts';
import type { Alignment, RowBlock } from './align-rows.ts';

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
