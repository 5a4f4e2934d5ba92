import type { Wall } from '@tintype/contract/headers';
import type { PageSignals } from '../in-page/inspect-page.ts';

/** Details known without inspecting the page. */
export interface WallContext {
  /** HTTP status; 0 if unknown. */
  status: number;
  /** Address of the document. */
  url: string;
  /** Requested URL; undefined for raw HTML. */
  requested?: string | undefined;
}

/**
 * Something shown instead of a page: detected by at least two signs in the displayed text, never by
 * a script.
 */
export type WallTest = (page: PageSignals, context: WallContext) => Wall | undefined;
