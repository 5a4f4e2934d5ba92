import type { Cache, Sharing } from '@tintype/cache';
import type { RenderRequest } from '@tintype/contract';
import type { JobContext, JobMiddleware, Outcome } from '../job.ts';

/** Returns the cached result of a request that permits it. */
export function cached(cache: Pick<Cache, 'through'> | undefined): JobMiddleware {
  return async (request, context, next) => {
    if (!request.cache || cache === undefined || isOwn(request, context)) {
      return next(request, context);
    }
    const { account, signal, sharing: _, ...rest } = context;
    const query = { scope: account.id, request, ttlSeconds: request.cache_ttl, signal };
    let own: Outcome | undefined;
    const { hit, ...found } = await cache.through(query, async (until) => {
      own = await next(request, { ...rest, account, signal: until });
      return own.result;
    });
    const { elements, queueMs = 0 }: Partial<Outcome> = own ?? {};
    return {
      ...found,
      cache: hit ? 'HIT' : 'MISS',
      queueMs,
      ...(!hit && elements && { elements }),
    };
  };
}

/** Renders equal concurrent requests once, if the job takes part in sharing. */
export function shared(sharing: Sharing | undefined): JobMiddleware {
  return async (request, context, next) => {
    const { account, signal, sharing: part } = context;
    if (part === undefined || sharing === undefined || isOwn(request, context)) {
      return next(request, context);
    }
    const query = { scope: account.id, request, signal, isPart: part === 'part' };
    let own: Outcome | undefined;
    const { result, isRecent } = await sharing.through(query, async (until) => {
      own = await next(request, { ...context, signal: until });
      return own.result;
    });
    return { result, isRecent, queueMs: own?.queueMs ?? 0 };
  };
}

/** Returns whether the result depends on more than the parameters: a session, or files. */
function isOwn({ session }: RenderRequest, { assets }: Pick<JobContext, 'assets'>): boolean {
  return session !== undefined || assets !== undefined;
}
