/** A rectangle in pixels. */
export interface ComparedArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of two images that differs. */
export interface ComparedRegion {
  /**
   * `added` and `removed`: only one image has it. `moved`: it is elsewhere. `colour`: the same
   * shapes in other colours. `changed`: other content. With the elements of both pages also
   * `text`: the text of its element differs; `image`: it is in an image of the page.
   */
  type: 'added' | 'removed' | 'moved' | 'colour' | 'changed' | 'text' | 'image';
  /** In the later image; for `removed`, in the earlier one. */
  area: ComparedArea;
  /** The same area in the earlier image, unless it was added. */
  before?: ComparedArea;
  /** Number of pixels that differ. */
  pixels: number;
  /** CSS selector of its element in the later page; for `removed`, in the earlier one. */
  selector?: string;
  /** Text of this element, at most 120 characters. */
  text?: { before?: string; after?: string };
}

/** Difference between two images. */
export interface ComparisonFigures {
  /** True if nothing differs. */
  same: boolean;
  /** Share of the pixels that differ, from 0 to 1. */
  changed: number;
  /** Structural similarity (SSIM), from 0 to 1 if they are equal. */
  similarity: number;
  /** False if the sizes differ. */
  same_size: boolean;
  /** Number of regions that differ. */
  region_count: number;
  /** The largest 20 of them. */
  regions: ComparedRegion[];
}
