import { RenderError, type ErrorCode } from '@tintype/contract';
import type { Next } from '../types.ts';

/** How often a render is begun in all, by the error that ended it. A page that crashes twice does so by itself. */
const triesAfter: Partial<Record<ErrorCode, number>> = { browser_lost: 3, page_crashed: 2 };

/** Begins a render again, on another page, when the page or browser under it died; inside the same deadline. */
export function withRetry(attempt: Next): Next {
  return async (request, context) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(request, context);
      } catch (error) {
        const limit = error instanceof RenderError ? (triesAfter[error.code] ?? 1) : 1;
        if (tries >= limit || context.signal.aborted) throw error;
      }
    }
  };
}
