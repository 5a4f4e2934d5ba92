/** A rectangle of the page, in CSS pixels from its top left corner. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What to take a screenshot of. */
export interface Geometry {
  /** Absent: the viewport, as it stands. */
  area: Area | undefined;
  /** Size of the image in device pixels. */
  pixels: { width: number; height: number };
  deviceScaleFactor: number;
  /** Whether the area may lie outside the viewport. One that does not is painted as it stands. */
  beyondViewport: boolean;
}
