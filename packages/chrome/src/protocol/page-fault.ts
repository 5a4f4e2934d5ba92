/** Something that a page said could not be taken, or could not be dealt with. */
export interface PageFault {
  /** The page's target; absent where it is not known whose doing it was. */
  targetId: string | undefined;
  what: 'page' | 'size';
  reason: string;
}
