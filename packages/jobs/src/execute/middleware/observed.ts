import { capturesName } from '@tintype/contract';
import { jobError } from '../job-error.ts';
import type { JobMiddleware, Outcome } from '../job.ts';
import type { Execution, Observer } from '../observer.ts';

/** Reports how each job ends, and sets the code of errors. */
export function observed(observer: Observer | undefined, now: () => number): JobMiddleware {
  return async (request, context, next) => {
    let queueMs = 0;
    const onSlot = (waitedMs: number) => {
      queueMs = waitedMs;
      context.onSlot?.(waitedMs);
    };
    const tell = (outcome: Execution['outcome'], done?: Outcome) =>
      observer?.executed({
        kind: context.outputs ? capturesName : request.kind,
        mode: context.isQueued ? 'queued' : 'direct',
        outcome,
        queueMs,
        totalMs: Math.max(0, now() - context.createdAt),
        timings: done === undefined || done.cache === 'HIT' ? [] : done.result.timings,
        ...(done?.cache === undefined ? {} : { cache: done.cache }),
        ...(context.traceparent && { traceparent: context.traceparent }),
      });
    try {
      const done = await next(request, { ...context, onSlot });
      tell('succeeded', done);
      return done;
    } catch (error) {
      const failure = jobError(error, context.signal);
      tell(failure.code);
      throw failure;
    }
  };
}
