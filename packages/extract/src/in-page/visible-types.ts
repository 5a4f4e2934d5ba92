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
  /** Whether tags tell what parts of the page are: names, roles, microdata, places. */
  structure: boolean;
  /** Whether what the page says of itself is read. */
  head: boolean;
  /**
   * Whether parts of the text are read that the page shows once they are opened, each marked with
   * `data-closed`.
   */
  closedParts: boolean;
  /** The ids of what controls of the page show and hide; found by the reading itself. */
  controlled?: ReadonlySet<string>;
}

/** What a page says of itself besides its text. */
export interface PageHead {
  meta: [name: string, value: string][];
  links: { rel: string; url: string; type: string; title: string; language: string }[];
  /** JSON-LD as it is written. */
  jsonLd: string[];
}

/** What a person sees of the page, as plain HTML. */
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
  /** Whether its own text is seen; children can be visible in a hidden parent. */
  shown: boolean;
  keepsLines: boolean;
  /** Lays its children out itself, so that words beside each other do not run together. */
  isFlex: boolean;
  inHeading: boolean;
  depth: number;
  /** In how many closed parts it lies. */
  closed: number;
}
