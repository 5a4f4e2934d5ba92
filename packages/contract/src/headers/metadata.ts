/** Requested metadata of a page and its file. */
export interface Metadata {
  /** HTTP status of the main document; absent for `html`. */
  status?: number;
  /** The document's title. */
  title?: string;
  /** Absolute URL of the page's icon. */
  icon?: string;
  /** Names of the font families whose glyphs were painted. */
  fonts?: string[];
  /** Headers of the main document, names in lower case, without `set-cookie`. */
  headers?: Record<string, string>;
  /** SHA-256 of the file, hex. */
  hash?: string;
  /** Size of the image or video in pixels. */
  imageSize?: { width: number; height: number };
}

/** Duration of a stage. */
export interface StepTiming {
  /** A stage of the render, or `queue`. */
  stage: string;
  /** Milliseconds from the request's admission to the start; absent if unknown. */
  startMs?: number;
  durationMs: number;
}

/** Requests left in this minute. */
export interface RateWindow {
  /** Requests per minute. */
  limit: number;
  remaining: number;
  /** Seconds until the next minute starts. */
  resetSeconds: number;
}
