/** What the reading of a page is told. */
export interface VisibleOptions {
  selector?: string;
  hideSelectors: readonly string[];
  maxChars: number;
  /** Deeper elements lose their tags, not their text. */
  maxDepth: number;
  /** Whether scripts ran, so that what is meant for browsers without them is not shown. */
  scriptsRan: boolean;
  /** Links on this host stay as they were written: it exists only inside the render. */
  ownHost: string;
}

/** What a person sees of the page, as plain HTML. */
export interface VisiblePage {
  html: string;
  title: string;
  language: string;
  url: string;
}

/** An element that is open while its children are read. */
export interface Frame {
  nodes: readonly Node[];
  index: number;
  close: string;
  /** Whether its own text is seen; children can be visible in a hidden parent. */
  shown: boolean;
  keepsLines: boolean;
  /** Lays its children out itself, so that words beside each other do not run together. */
  isFlex: boolean;
  inHeading: boolean;
  depth: number;
}
