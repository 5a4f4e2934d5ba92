import type { Wall } from '@tintype/contract/headers';
import type { PageSignals } from '../in-page/look-at-page.ts';

/** What is known of a page without looking at it. */
export interface WallContext {
  /** HTTP status; 0 where nobody knows it. */
  status: number;
  /** Address of the document. */
  url: string;
  /** Address that was asked for; absent for raw HTML. */
  requested?: string | undefined;
}

/**
 * Something that stands in place of a page: by two signs at least of what is displayed, never by a
 * script.
 */
export type WallTest = (page: PageSignals, context: WallContext) => Wall | undefined;
