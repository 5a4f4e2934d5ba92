import { RenderError, type RenderRequest } from '@tintype/contract';
import type { RenderContext } from '../../types.ts';
import type { LayerNext } from './compose.ts';

/** One attempt at a render. `before` is the error of the previous one. */
export type Attempt<T> = (
  request: RenderRequest,
  context: RenderContext,
  before: RenderError | undefined,
) => Promise<T>;

/** Retries a render on another page, as the error table allows, inside the same deadline. */
export function withRetry<T>(attempt: Attempt<T>): LayerNext<RenderRequest, RenderContext, T> {
  return async (request, context) => {
    let before: RenderError | undefined;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(request, context, before);
      } catch (error) {
        before = RenderError.from(error);
        const limit = before.info.attempts ?? 1;
        if (attempts >= limit || context.signal.aborted) throw error;
      }
    }
  };
}
