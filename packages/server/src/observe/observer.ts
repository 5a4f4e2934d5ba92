import type { ErrorCode, Kind } from '@tintype/contract';
import type { StageTiming } from '@tintype/core';

/** How one render ended. */
export interface RenderFact {
  operation: Kind;
  /** `direct` answers the request that asked; `queued` is a request that was accepted for later. */
  mode: 'direct' | 'queued';
  outcome: 'succeeded' | ErrorCode;
  /** Milliseconds that it waited for its turn. */
  queueMs: number;
  /** Milliseconds from its acceptance to its end, waiting included. */
  totalMs: number;
  /** Stages of the engine; empty for a cached result or a failure. */
  timings: readonly StageTiming[];
  /** Only where the request asked for the cache. */
  cache?: 'HIT' | 'MISS';
}

/** Whoever keeps figures. Never throws. */
export interface Observer {
  rendered(fact: RenderFact): void;
}
