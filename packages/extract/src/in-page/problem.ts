/** Why the page gave nothing. */
export interface PageProblem {
  problem: 'selector_not_found' | 'too_large';
  /** Length of the text, in UTF-16 code units. */
  chars?: number;
}
