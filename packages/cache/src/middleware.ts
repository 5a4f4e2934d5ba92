import type { Middleware, RenderContext } from '@tintype/core';
import type { Cache } from './cache-types.ts';

/** Caches renders with `cache: true`, except with a session or a `site`, or of an open page. */
export function cacheMiddleware(through: Cache['through']): Middleware {
  return async (request, context, next) => {
    const { site, assets, trace, isOpenPage } = context;
    const isTraced = trace === true || trace === 'failure';
    if (
      !request.cache ||
      request.session !== undefined ||
      site ||
      assets ||
      isTraced ||
      isOpenPage
    ) {
      return next(request, context);
    }
    context.deadline.activity = 'waiting for an equal request';
    const { result, hit } = await through(
      { scope: scopeOf(context), request, signal: context.signal },
      async (abandoned) => {
        const own = detach(context, abandoned);
        try {
          const made = await own.context.deadline.race(next(request, own.context));
          return { ...made, warnings: [...own.warnings, ...made.warnings] };
        } finally {
          own.context.deadline.dispose();
        }
      },
    );
    // A copy of the body: the caller may write to it.
    return { ...result, body: new Uint8Array(result.body), cache: hit ? 'HIT' : 'MISS' };
  };
}

/** The egress policy of a page, and its proxy, change what it shows. */
function scopeOf({ allow = [], upstream = '', scope }: RenderContext): string {
  const way = [[...allow].toSorted(), upstream];
  return JSON.stringify(scope === undefined ? way : [...way, scope]);
}

/** The first caller may abort while others still wait: a shared render belongs to none of them. */
function detach(
  context: RenderContext,
  signal: AbortSignal,
): { context: RenderContext; warnings: string[] } {
  const deadline = context.deadline.detach(signal);
  const warnings: string[] = [];
  const warn = (message: string) => {
    if (!warnings.includes(message)) warnings.push(message);
  };
  return { context: { ...context, signal: deadline.signal, deadline, warn }, warnings };
}
