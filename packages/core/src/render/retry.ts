import { RenderError } from '@tintype/contract';
import type { Next } from '../types.ts';

/** Starts a render again, on another page, as often as the table allows for the error; inside the same deadline. */
export function withRetry(attempt: Next): Next {
  return async (request, context) => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(request, context);
      } catch (error) {
        const limit = RenderError.from(error).info.attempts ?? 1;
        if (attempts >= limit || context.signal.aborted) throw error;
      }
    }
  };
}
