import type { ErrorCode, KindName } from '@tintype/contract';
import type { StageTiming } from '@tintype/core';

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
  /** Parent of its trace, if not the current span. */
  traceparent?: string;
}

/** Receives figures about jobs. Never throws. */
export interface Observer {
  executed(execution: Execution): void;
}
