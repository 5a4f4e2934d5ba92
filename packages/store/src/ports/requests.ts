import type { ErrorBody, Kind } from '@tintype/contract';
import type { NewFile, StoredFile } from './files.ts';
import type { NewDelivery } from './outbox.ts';

export type RequestStatus = 'queued' | 'processing' | 'succeeded' | 'failed';

/** What a request is, before anything became of it. */
export interface NewRequest {
  /** UUID v7. */
  id: string;
  accountId: string;
  api: Kind;
  /** The parameters as they were given, without access key and signature. JSON. */
  parameters: Readonly<Record<string, unknown>>;
  /** What addresses in answers and callbacks begin with, without a slash at the end. */
  baseUrl: string;
  webhook?: { url: string; signed: boolean };
}

/** A request that was accepted to be done later, or whose result was kept for a callback. */
export interface StoredRequest extends NewRequest {
  status: RequestStatus;
  createdAt: number;
  startedAt?: number;
  finishedAt?: number;
  /** How often it was claimed. */
  tries: number;
  /** Of a run of a task. */
  taskId?: number;
  scheduledFor?: number;
  /** The result; stays in the answer after the file has expired. */
  file?: Pick<StoredFile, 'name' | 'extension' | 'expiresAt'>;
  error?: ErrorBody;
}

/** The right to finish a request, until the lease ends or somebody else claims it. */
export interface RequestClaim {
  request: StoredRequest;
  /** Grows with every claim of the request; only the newest finishes it. */
  token: number;
}

/** What a claimed request came to. */
export interface RequestSuccess {
  file: NewFile;
  /** Whether it counts against the quota. A hit of the cache does not. */
  counts: boolean;
}

export interface RequestPage {
  /** Runs of this task alone. */
  taskId?: number;
  limit: number;
  /** Only those older than the request with this id. */
  before?: string;
}

export interface Requests {
  /**
   * Keeps a request to be done later, and reserves a render of this month's quota for it, in one
   * transaction. Undefined quota: no limit.
   */
  accept(
    request: NewRequest,
    quotaPerMonth: number | undefined,
  ): Promise<StoredRequest | 'quota_exceeded'>;
  /**
   * Keeps a request that was done already, with its file or error and its callback, in one
   * transaction. It reserves and counts nothing. `createdAt` is when it came; default: now.
   */
  recordFinished(
    request: NewRequest,
    outcome: ({ file: NewFile } | { error: ErrorBody }) & { createdAt?: number },
    delivery?: NewDelivery,
  ): Promise<StoredRequest>;
  get(id: string): Promise<StoredRequest | undefined>;
  /** Undefined when it is another account's, too. */
  getFor(accountId: string, id: string): Promise<StoredRequest | undefined>;
  /** Newest first. */
  list(accountId: string, page: RequestPage): Promise<StoredRequest[]>;
  /**
   * Takes requests that are due: queued, or with a lease that has ended, or left behind by a process
   * that died. Accounts take turns, so that one with thousands waiting holds up no other.
   */
  claim(options: {
    leaseMs: number;
    limit: number;
    excludeAccounts?: readonly string[];
  }): Promise<RequestClaim[]>;
  /** Lengthens the lease to this from now. False: the request is not yours any more, stop. */
  extend(claim: RequestClaim, leaseMs: number): Promise<boolean>;
  /** File, callback and usage in one transaction. False: nothing was written, as the request is not yours any more. */
  succeed(claim: RequestClaim, success: RequestSuccess, delivery?: NewDelivery): Promise<boolean>;
  /** Error, callback and usage in one transaction. False as in `succeed`. */
  fail(claim: RequestClaim, error: ErrorBody, delivery?: NewDelivery): Promise<boolean>;
  /** Back into the queue, not before an instant. This try stays counted. */
  retryLater(claim: RequestClaim, notBeforeAt: number): Promise<boolean>;
  /** Back into the queue at once, as if it had not been claimed: for a process that shuts down. */
  putBack(claim: RequestClaim): Promise<boolean>;
  /** When the next one can be claimed; undefined when nothing waits. In the past when something is due now. */
  nextDueAt(): Promise<number | undefined>;
  counts(): Promise<{ queued: number; processing: number }>;
}
