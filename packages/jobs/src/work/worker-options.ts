import type { ErrorBody, RenderError, RenderRequest, RuleOptions } from '@tintype/contract';
import type { RenderResult } from '@tintype/core';
import type {
  Account,
  NewDelivery,
  NewFile,
  NewRequest,
  Plans,
  Store,
  StoredRequest,
} from '@tintype/store';

/** A render of an account that was accepted earlier; its place in the quota is held already. */
export interface AcceptedJob {
  account: Account;
  request: RenderRequest;
  /** Aborted when the request is somebody else's now, or the worker stops. */
  signal: AbortSignal;
  reserved: true;
  /** Unix milliseconds. */
  acceptedAt: number;
  /** To be called when it has its slot. Until then it waits, as far as the worker knows. */
  onStart(): void;
}

/** What became of an accepted request. */
export type AcceptedOutcome =
  { file: NewFile; createdAt: number } | { error: ErrorBody; createdAt: number };

/** How an accepted request ended. */
export interface RequestEnd {
  request: Pick<StoredRequest, 'id' | 'accountId' | 'api' | 'taskId' | 'tries'>;
  outcome: 'succeeded' | RenderError;
  /** Origin of the page, where it has one. */
  page: string | undefined;
  /** From its acceptance on, in milliseconds. */
  durationMs: number;
}

/** What {@link createWorker} needs. */
export interface WorkerOptions {
  store: Pick<Store, 'accounts' | 'requests' | 'files' | 'fileBytes' | 'capacity'>;
  plans: Plans;
  /** Renders; the one of the server. A hit of the cache counts against no quota. */
  perform(job: AcceptedJob): Promise<{ result: RenderResult; cache?: 'HIT' | 'MISS' }>;
  /** The callback of a request that ended; undefined when it has none. */
  deliveryFor(request: NewRequest, outcome: AcceptedOutcome): NewDelivery | undefined;
  /** A callback waits: the deliverer looks at once. */
  wakeDeliverer(): void;
  /**
   * How many renders run at the same time: an integer from 1. `perform` sees to that. Twice as many requests are claimed and wait for their
   * slot, at most one of each account, and twice as many screencasts.
   */
  concurrency: number;
  /** Unix milliseconds. The clock that the store was made with. */
  now: () => number;
  /** What the operator decides about requests. */
  rules?: RuleOptions;
  /** Told how each request ended, when that is written. */
  onEnd?(end: RequestEnd): void;
  /** Told what goes wrong in the background. */
  onWarning?(message: string, cause?: unknown): void;
  /** How long a request stays claimed after the last sign of life, in milliseconds. Default 30,000. */
  leaseMs?: number;
  /** How often the store is asked for what another process has changed, in milliseconds. Default 1,000. */
  pollMs?: number;
  /** How long it waits before the second try, the third and so on, in milliseconds. There is one try more than there are waits. Default 2,000 and 10,000. */
  retryDelaysMs?: readonly number[];
}
