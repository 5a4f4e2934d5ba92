/** A rectangle of the page, in CSS pixels from its top left corner. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The area of a screenshot, in CSS and device pixels. */
export interface Geometry {
  /** Undefined for the viewport in its current state. */
  area: Area | undefined;
  /** Size of the image in device pixels. */
  pixels: { width: number; height: number };
  deviceScaleFactor: number;
  /** False: the area is in the viewport, and is painted without a layout change. */
  beyondViewport: boolean;
}
