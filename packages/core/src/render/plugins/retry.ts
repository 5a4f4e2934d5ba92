import { RenderError } from '@tintype/contract';
import type { RenderRequest } from '@tintype/contract';
import type { RenderContext } from '../../types.ts';
import type { LayerNext } from './compose.ts';

/** Starts a render again, on another page, as often as the table allows for the error; inside the same deadline. */
export function withRetry<T>(
  attempt: LayerNext<RenderRequest, RenderContext, T>,
): LayerNext<RenderRequest, RenderContext, T> {
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
