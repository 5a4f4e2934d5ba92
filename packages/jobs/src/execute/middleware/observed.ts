import { capturesName, type ErrorCode, type KindName } from '@tintype/contract';
import type { SessionReceipt } from '@tintype/contract/headers';
import { jobError, type JobMiddleware, type Outcome } from '../job.ts';
import type { StageTiming } from '@tintype/core';

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
        ...loginOf(done?.result.receipt.session),
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

function loginOf(session: SessionReceipt | undefined): Pick<Execution, 'login'> {
  if (!session) return {};
  if (session.expired) return { login: 'expired' };
  return { login: session.refreshed ? 'repeated' : 'stored' };
}

/** The end of one job. */
export interface Execution {
  /** `captures` for several files of one load. */
  kind: KindName;
  /** `direct` answers the request that asked; `queued` is an async request, or a run of a task. */
  mode: 'direct' | 'queued';
  outcome: 'succeeded' | ErrorCode;
  /** Milliseconds that it waited for a slot. */
  queueMs: number;
  /** Milliseconds from when it was asked for to its end, waiting included. */
  totalMs: number;
  /** Stages of the engine; empty for a cached result or a failure. */
  timings: readonly StageTiming[];
  /** Only where the request asked for the cache. */
  cache?: 'HIT' | 'MISS';
  /** Login of its session, if it had one: stored, repeated by its steps, or expired. */
  login?: 'stored' | 'repeated' | 'expired';
  /** Parent of its trace, if not the current span. */
  traceparent?: string;
}

/** Receives figures about jobs. Never throws. */
export interface Observer {
  executed(execution: Execution): void;
}
