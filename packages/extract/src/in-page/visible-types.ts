/** Options of reading a page. */
export interface VisibleOptions {
  selector?: string;
  hideSelectors: readonly string[];
  maxChars: number;
  /** Deeper elements lose their tags, not their text. */
  maxDepth: number;
  /** True if scripts ran, so that content for browsers without them is not shown. */
  scriptsRan: boolean;
  /** Links on this host stay as they were written: it exists only inside the render. */
  ownHost: string;
  /** True to add attributes that identify parts: names, roles, microdata, places. */
  structure: boolean;
  /** True to read the metadata of the page. */
  head: boolean;
  /** True to include the text of closed parts, marked with `data-closed`. */
  closedParts: boolean;
  /** The ids of what controls of the page show and hide; found by the reading itself. */
  controlled?: ReadonlySet<string>;
}

export interface PageHead {
  meta: [name: string, value: string][];
  links: { rel: string; url: string; type: string; title: string; language: string }[];
  /** JSON-LD as it is written. */
  jsonLd: string[];
}

/** The visible part of the page, as plain HTML. */
export interface VisiblePage {
  html: string;
  title: string;
  language: string;
  url: string;
  /** The media type that the browser took the document for. */
  type: string;
  head?: PageHead;
}

/** An element that is open while its children are read. */
export interface Frame {
  nodes: readonly Node[];
  index: number;
  close: string;
  /** True if its own text is visible; children can be visible in a hidden parent. */
  shown: boolean;
  keepsLines: boolean;
  /** Lays its children out itself, so that words beside each other do not run together. */
  isFlex: boolean;
  inHeading: boolean;
  depth: number;
  /** In how many closed parts it lies. */
  closed: number;
}

/** The reason why nothing could be read. */
export interface PageProblem {
  problem: 'selector_not_found' | 'too_large';
  /** Length of the text, in UTF-16 code units. */
  chars?: number;
}
