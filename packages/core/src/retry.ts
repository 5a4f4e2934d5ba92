import { RenderError, type ErrorCode } from '@tintype/contract';
import type { Middleware } from './types.ts';

/** How often a render is begun again after each error. A page that crashes twice does so by itself. */
const triesAfter: Partial<Record<ErrorCode, number>> = { browser_lost: 3, page_crashed: 2 };

/** Begins a render again, on another browser, when the one under it died; inside the same deadline. */
export const withRetry: Middleware = async (request, context, next) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await next(request, context);
    } catch (error) {
      const limit = error instanceof RenderError ? (triesAfter[error.code] ?? 1) : 1;
      if (tries >= limit || context.signal.aborted) throw error;
    }
  }
};
