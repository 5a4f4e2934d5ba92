import {
  RenderError,
  type OutputRequest,
  type RenderRequest,
  type KindSet,
} from '@tintype/contract';
import type { ElementsInImage, Layer, LayerNext, RenderOptions, RenderResult } from '@tintype/core';
import type { Account } from '@tintype/store';
import type { CapturedOutput } from './capture-outputs.ts';
import type { Charge } from './create-charge.ts';

export interface Job {
  /** Of the request, UUID v7. Without it no trace of a failure is kept. */
  id?: string;
  account: Account;
  /** Parsed, by the rules of the interface that received it. */
  request: RenderRequest;
  /** Files of one load, instead of the one of `request`, which then defines the page. */
  outputs?: readonly OutputRequest[];
  /** Also reads the elements that a screenshot shows, for a comparison. Default false. */
  withElements?: boolean;
  /** Aborted when no caller needs the result any longer. */
  signal: AbortSignal;
  /** It was queued, and its part of the quota is held and settled by the queue. Default false. */
  isQueued?: boolean;
  /** Its batch, whose renders for one site may share a tab: see `RenderOptions.group`. */
  group?: string;
  /** Token of its claim; obsolete claims write nothing. */
  token?: number;
  /**
   * May share the result of an equal GET in progress, or of the video it is part of. Default: no.
   */
  sharing?: 'whole' | 'part';
  /** Files beside its HTML. What is made of them is not cached. */
  assets?: Readonly<Record<string, Uint8Array>>;
  /** When it was asked for, in Unix milliseconds. Default: now. */
  createdAt?: number;
  /** Parent of its trace, if not the current span. */
  traceparent?: string | undefined;
  /** Called with the progress of a recording that is made in this process. */
  onProgress?: RenderOptions['onProgress'];
  /**
   * Stores the outcome before it is charged, and may settle the reservation in the same
   * transaction. If it fails, the job fails, uncharged.
   */
  keep?(outcome: Outcome, reservationId: string | undefined): Promise<void>;
  /** Called with the ms waited for a slot. Cache hits need none. */
  onSlot?(waitedMs: number): void;
}

export interface Outcome {
  result: RenderResult;
  /** Outcomes of several outputs; `result` is then the first that succeeded. */
  outputs?: readonly CapturedOutput[];
  /** Elements of a screenshot, if they were requested and the result is not from the cache. */
  elements?: ElementsInImage;
  /** Number of renders it counts as, if that is not one. */
  hits?: number;
  /** Only where the request asked for the cache. A hit counts against no quota. */
  cache?: 'HIT' | 'MISS';
  /** Until when the cache keeps it, in Unix milliseconds; absent where it does not. */
  expiresAt?: number;
  /** A finished video that stays available for a short time, for requests of a part of it. */
  isRecent?: boolean;
  /** Milliseconds that it waited for a slot. */
  queueMs: number;
}

/** Executes a job: plan, cache, quota, limiter, engine. Rejects only with `RenderError`. */
export type Execute = (job: Job) => Promise<Outcome>;

/** Details of a job for its middleware, beside its request. */
export interface JobContext extends Omit<Job, 'request' | 'isQueued' | 'createdAt'> {
  isQueued: boolean;
  createdAt: number;
  charge: Charge;
}

export type JobMiddleware = Layer<RenderRequest, JobContext, Outcome>;

export type JobNext = LayerNext<RenderRequest, JobContext, Outcome>;

/** Returns whether any request needs one of the few pages with frame control. */
export function needsRecorder(
  requests: readonly Pick<RenderRequest, 'kind'>[],
  kinds: KindSet,
): boolean {
  return requests.some(({ kind }) => kinds.get(kind).frameControl === true);
}

/** Returns the error that ended a job, as in the error table. */
export function jobError(error: unknown, signal: AbortSignal): RenderError {
  const known = RenderError.from(error, signal);
  // Which plugin of the operator failed is for the log, and not for clients.
  return known.code === 'internal'
    ? new RenderError('internal', undefined, { cause: error, trace: known.trace })
    : known;
}
