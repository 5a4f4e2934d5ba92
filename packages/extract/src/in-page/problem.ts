/** Why the page gave nothing. */
export interface PageProblem {
  problem: 'selector_not_found' | 'too_large';
  /** How long the text would be, in UTF-16 code units. */
  chars?: number;
}
