import type { Wall } from '@tintype/contract/headers';
import type { PageSignals } from '../in-page/inspect-page.ts';

/** Details known without inspecting the page. */
export interface WallContext {
  /** HTTP status; 0 if unknown. */
  status: number;
  url: string;
  /** Requested URL; undefined for raw HTML. */
  requested?: string | undefined;
}

/** Something shown instead of a page: at least two signs in the displayed text. */
export type WallTest = (page: PageSignals, context: WallContext) => Wall | undefined;
