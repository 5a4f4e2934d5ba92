import type { Wall } from '@tintype/contract/headers';
import type { PageSignals } from '../in-page/look-at-page.ts';

/** Details of a page that are known without inspecting it. */
export interface WallContext {
  /** HTTP status; 0 if unknown. */
  status: number;
  /** Address of the document. */
  url: string;
  /** Address that was asked for; absent for raw HTML. */
  requested?: string | undefined;
}

/**
 * Something shown instead of a page: detected by at least two signs in the displayed text, never by
 * a script.
 */
export type WallTest = (page: PageSignals, context: WallContext) => Wall | undefined;
