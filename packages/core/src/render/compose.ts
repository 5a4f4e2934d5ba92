import type { Middleware, Next } from '../types.ts';

/**
 * Puts middleware around a core, the first of the array outermost.
 * Calling `next` twice in one middleware is refused: it would render twice and answer once.
 */
export function compose(middleware: readonly Middleware[], core: Next): Next {
  return (request, context) => {
    const enter = (index: number): Next => {
      const layer = middleware[index];
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
