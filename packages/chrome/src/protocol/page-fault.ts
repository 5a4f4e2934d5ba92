/** Something that a page said could not be taken, or could not be dealt with. */
export interface PageFault {
  /** The page's target; absent where the page is not known. */
  targetId: string | undefined;
  what: 'page' | 'size';
  reason: string;
}
