import type { RenderRequest } from '@tintype/contract';
import type { RenderContext, RenderResult } from '../../types.ts';

/** The `next` of a middleware: the layers inside it. */
export type LayerNext<Request, Context, Result> = (
  request: Request,
  context: Context,
) => Promise<Result>;

/** Code around the processing of a request. Call `next` at most once. */
export type Layer<Request, Context, Result> = (
  request: Request,
  context: Context,
  next: LayerNext<Request, Context, Result>,
) => Promise<Result>;

/** Puts layers around a core, the first outermost. A second `next` in one layer throws. */
export function compose<Request = RenderRequest, Context = RenderContext, Result = RenderResult>(
  layers: readonly Layer<Request, Context, Result>[],
  core: LayerNext<Request, Context, Result>,
): LayerNext<Request, Context, Result> {
  return (request, context) => {
    const enter = (index: number): LayerNext<Request, Context, Result> => {
      const layer = layers[index];
      if (!layer) return core;
      let called = false;
      return (layerRequest, layerContext) =>
        layer(layerRequest, layerContext, async (nextRequest, nextContext) => {
          if (called) throw new Error(`middleware ${index} called next() twice`);
          called = true;
          return enter(index + 1)(nextRequest, nextContext);
        });
    };
    return enter(0)(request, context);
  };
}
