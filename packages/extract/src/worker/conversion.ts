/** State shared by the rules of one conversion. */
export interface Conversion {
  /** Listings and formulas: the text holds their numbers between two marks. */
  readonly verbatim: string[];
  /** Markdown of list items, table cells and similar parts, until they are written. */
  readonly parts: WeakMap<Node, string>;
}

export function createConversion(): Conversion {
  return { verbatim: [], parts: new WeakMap() };
}
