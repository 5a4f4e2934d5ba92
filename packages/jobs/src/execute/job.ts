import type { OutputRequest, RenderRequest } from '@tintype/contract';
import type { Layer, LayerNext, RenderOptions, RenderResult } from '@tintype/core';
import type { Account } from '@tintype/store';
import type { CapturedOutput } from './capture-outputs.ts';
import type { Charge } from './create-charge.ts';

/** One render of an account. */
export interface Job {
  /** Of the request, UUID v7. Without it no trace of a failure is kept. */
  id?: string;
  account: Account;
  /** Parsed, by the rules of whoever took it. */
  request: RenderRequest;
  /**
   * Files of one load, in place of the one that `request` stands for; it then says what the page
   * is.
   */
  outputs?: readonly OutputRequest[];
  /** Aborted when nobody wants the result any longer. */
  signal: AbortSignal;
  /** It was queued, and its part of the quota is held and settled by the queue. Default false. */
  isQueued?: boolean;
  /**
   * Of its claim, where it was queued: what is written of it once somebody else has it, or it is
   * gone, is not kept.
   */
  token?: number;
  /**
   * It may have the result of an equal one under way, and give its own; and where a part of the
   * result is asked for, that of a video just made. Of requests that change nothing (GET). Default:
   * it is rendered for itself.
   */
  sharing?: 'whole' | 'part';
  /** Files beside its HTML. What is made of them is not cached. */
  assets?: Readonly<Record<string, Uint8Array>>;
  /** When it was asked for, in Unix milliseconds. Default: now. */
  createdAt?: number;
  /**
   * The place in a trace that it was asked for at, where that is not the one that it is executed
   * at.
   */
  traceparent?: string | undefined;
  /** Is told how far a recording has come, where it is made in this process. */
  onProgress?: RenderOptions['onProgress'];
  /**
   * Keeps the outcome, before it counts: when that fails, the job has failed, and counts nothing.
   * With the reservation of the quota that is held for it, if any, which can be settled together
   * with what is kept.
   */
  keep?(outcome: Outcome, reservationId: string | undefined): Promise<void>;
  /**
   * Called when it has its slot, with the milliseconds that it waited. What comes out of the cache
   * needs none.
   */
  onSlot?(waitedMs: number): void;
}

/** What came of a {@link Job}. */
export interface Outcome {
  result: RenderResult;
  /**
   * With outputs of the job: what came of each. `result` is then that of the first that succeeded.
   */
  outputs?: readonly CapturedOutput[];
  /** How many renders it counts, where that is not one. */
  hits?: number;
  /** Only where the request asked for the cache. A hit counts against no quota. */
  cache?: 'HIT' | 'MISS';
  /** Until when the cache keeps it, in Unix milliseconds; absent where it does not. */
  expiresAt?: number;
  /** A video that is there for a moment, for whoever asks for a part of it. */
  isRecent?: boolean;
  /** Milliseconds that it waited for a slot. */
  queueMs: number;
}

/**
 * Executes one job: plan, cache, quota, limiter, engine. Rejects with `RenderError` and nothing
 * else.
 */
export type Execute = (job: Job) => Promise<Outcome>;

/** What the layers around a job know of it, beside its request. */
export interface JobContext extends Omit<Job, 'request' | 'isQueued' | 'createdAt'> {
  isQueued: boolean;
  createdAt: number;
  charge: Charge;
}

/** Code around the execution of a job. */
export type JobMiddleware = Layer<RenderRequest, JobContext, Outcome>;

/** What lies inside it. */
export type JobNext = LayerNext<RenderRequest, JobContext, Outcome>;
