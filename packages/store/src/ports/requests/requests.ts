import type { ErrorBody, KindName } from '@tintype/contract';
import type { Verdict } from '@tintype/contract/headers';
import type { AccountBounds } from '../accounts/capacity.ts';
import type { NewFile, StoredFile } from '../files.ts';
import type { IdempotentRequest, KeptAnswer } from './idempotency.ts';
import type { NewDelivery } from '../outbox.ts';

export type RequestStatus = 'queued' | 'processing' | 'succeeded' | 'failed';

/** A request before it runs. */
export interface NewRequest {
  /** UUID v7. */
  id: string;
  accountId: string;
  kind: KindName;
  /** The parameters as they were given, without access key and signature. JSON. */
  parameters: Readonly<Record<string, unknown>>;
  /** Base of URLs in responses and webhooks, without a slash at the end. */
  baseUrl: string;
  webhook?: { url: string; signed: boolean };
  /** Of one that came with others: see `Batches`. */
  batchId?: string;
  /** Parent of its trace, as the W3C header `traceparent`. */
  traceparent?: string;
  /** Number of renders of the quota that it reserves while it waits. Default 1. */
  hits?: number;
  /** True if it needs a page that shows frames on command. Default: as its kind requires. */
  records?: boolean;
}

/** One of several files of a request: the file, or why there is none. */
export interface OutputOf<File> {
  /** Among the files of the request. */
  name: string;
  kind: KindName;
  file?: File;
  error?: ErrorBody;
  /** As in `StoredRequest`. */
  metadata?: Readonly<Record<string, string>>;
}

/** As it is to be kept. */
export type NewOutput = OutputOf<NewFile>;

/** As reported to clients; stays after the file has expired. */
export type StoredOutput = OutputOf<
  Pick<StoredFile, 'name' | 'extension' | 'expiresAt' | 'mediaType' | 'bytes'>
>;

/**
 * An async request, or one whose result is stored for a webhook. Only a worker decrypts its
 * parameters, which are removed when it ends.
 */
export interface StoredRequest extends Omit<NewRequest, 'parameters' | 'hits' | 'records'> {
  /** First 2,048 characters of the page's URL, without user and password. */
  url?: string;
  /**
   * What the request asked to know of its page, once it has succeeded: as headers of an answer have
   * it.
   */
  metadata?: Readonly<Record<string, string>>;
  status: RequestStatus;
  createdAt: number;
  startedAt?: number;
  finishedAt?: number;
  /** Number of claims. */
  attempts: number;
  /** Of a run of a task. */
  taskId?: number;
  scheduledFor?: number;
  /** The result; stays in the answer after the file has expired. */
  file?: Pick<StoredFile, 'name' | 'extension' | 'expiresAt'>;
  /** Of a request for several files, once it has succeeded. */
  outputs?: readonly StoredOutput[];
  error?: ErrorBody;
}

/** A request that a worker runs. */
export interface ClaimedRequest extends StoredRequest {
  /** It needs a page that shows frames on command, of which there are few. */
  records: boolean;
  /** As they were given. */
  parameters: NewRequest['parameters'];
  /** Encrypted fields could not be decrypted and are empty. */
  unreadable?: true;
}

/** The right to finish a request, until the lease expires or another process claims it. */
export interface RequestClaim {
  request: ClaimedRequest;
  /** Grows with every claim of the request; only the newest finishes it. */
  token: number;
}

/** Result of a request: a file, or several. */
export interface Results {
  file?: NewFile | undefined;
  outputs?: readonly NewOutput[] | undefined;
}

/** The outcome of a claimed request. */
export interface RequestSuccess extends Results {
  /** As in `StoredRequest`. */
  metadata?: Readonly<Record<string, string>>;
  /** As in `AccountBounds`. */
  storedBytes?: number;
  /** True if it counts against the quota. A cache hit does not. */
  counts: boolean;
  /** So many renders, where that is fewer than were held. */
  hits?: number;
}

/** Why a claimed request failed. */
export interface RequestFailure {
  error: ErrorBody;
  /** True if it counts against the quota nonetheless. Default false. */
  counts?: boolean;
  /** As in `RequestSuccess`. */
  hits?: number;
}

export interface RequestPage {
  /** Runs of this task alone. */
  taskId?: number;
  /** Only requests of this batch. */
  batchId?: string;
  status?: RequestStatus;
  kind?: KindName;
  limit: number;
  /** Only those older than the request with this id. */
  before?: string;
  /** The same, of one that may be gone by now. */
  after?: Pick<StoredRequest, 'createdAt' | 'id'>;
}

/** Conditions on a request; all must hold. */
export interface RequestMatch {
  /** Ended, at least so long after it came. */
  minDurationMs?: number;
  /** The code of its error. */
  error?: string;
  /** Of its page: with or without the port. */
  host?: string;
  /** Part of the address of its page, whatever the case. */
  address?: string;
  /** Something that its receipt says, or anything. */
  verdict?: Verdict | 'any';
}

export interface RequestSearch extends Omit<RequestPage, 'before'> {
  /** Only those that came then or later. */
  sinceAt?: number;
  /** Only those that came before. */
  untilAt?: number;
  match?: RequestMatch;
}

/**
 * Found requests, newest first, and where to continue. There may be more even if fewer than the
 * limit were found.
 */
export interface FoundRequests {
  requests: StoredRequest[];
  next?: Pick<StoredRequest, 'createdAt' | 'id'>;
}

/** Why a request was not queued. */
export type NotQueued = 'quota_exceeded' | 'too_many_waiting' | 'storage_exceeded';

/** A request that was done when it was kept. */
export interface FinishedOutcome extends Results {
  /** Of one that failed. */
  error?: ErrorBody;
  /** When it was received. Default: now. */
  createdAt?: number;
  /** As in `StoredRequest`, of one that succeeded. */
  metadata?: Readonly<Record<string, string>>;
  /** As in `AccountBounds`. */
  storedBytes?: number;
  /** A place in the quota that is held: the render counts when this is kept, and not before. */
  reservationId?: string;
  /** Kept with it, as `Idempotency.finish` does. */
  repeat?: { request: IdempotentRequest; kept: KeptAnswer };
}

export interface Requests {
  /**
   * Queues a request and reserves its quota, in one transaction. Undefined quota or limit:
   * unlimited.
   */
  enqueue(
    request: NewRequest,
    quotaPerMonth: number | undefined,
    bounds?: AccountBounds,
    repeat?: { request: IdempotentRequest; kept: KeptAnswer },
  ): Promise<StoredRequest | NotQueued>;
  /**
   * Stores a finished request with its file or error and webhook, in one transaction, without
   * reserving quota.
   * @throws RenderError `account_storage_full`
   */
  recordFinished(
    request: NewRequest,
    outcome: FinishedOutcome,
    delivery?: NewDelivery,
  ): Promise<StoredRequest>;
  get(id: string): Promise<StoredRequest | undefined>;
  /** Undefined when it is another account's, too. */
  getFor(accountId: string, id: string): Promise<StoredRequest | undefined>;
  /** Newest first. */
  list(accountId: string, page: RequestPage): Promise<StoredRequest[]>;
  /** Looks at no more than 5,000 requests; `next` says where to go on. */
  search(accountId: string, search: RequestSearch): Promise<FoundRequests>;
  /**
   * Deletes a request with its unshared files, trace and webhooks; bytes go with the next sweep. A
   * running worker loses its claim. False if the account has none. Also deletes a trace without a
   * request.
   */
  remove(accountId: string, id: string): Promise<boolean>;
  /**
   * Claims due requests: queued, with an expired lease, or left by a dead process. Accounts take
   * turns.
   */
  claim(options: {
    leaseMs: number;
    limit: number;
    excludeAccounts?: readonly string[];
    /** The most of one account. Default: no bound but `limit`. */
    perAccount?: number;
    /** True: only those that need a recorder (screencasts); false: only the others. Default: all. */
    records?: boolean;
    /** Kinds that the caller does not know: what asks for them is for others. Default: none. */
    excludeKinds?: readonly string[];
  }): Promise<RequestClaim[]>;
  /** Lengthens the lease to this from now. False: the request is not yours any more, stop. */
  extend(claim: RequestClaim, leaseMs: number): Promise<boolean>;
  /**
   * Writes file, webhook and usage in one transaction. False: the claim is obsolete.
   * @throws RenderError `account_storage_full`
   */
  succeed(claim: RequestClaim, success: RequestSuccess, delivery?: NewDelivery): Promise<boolean>;
  /** Error, webhook and usage in one transaction. False as in `succeed`. */
  fail(claim: RequestClaim, failure: RequestFailure, delivery?: NewDelivery): Promise<boolean>;
  /** Puts it back into the queue, not due before a time. This attempt stays counted. */
  retryLater(claim: RequestClaim, notBeforeAt: number): Promise<boolean>;
  /** Returns a claimed request to the queue, due at once or at `notBeforeAt`. */
  putBack(claim: RequestClaim, notBeforeAt?: number): Promise<boolean>;
  /** When the next request is due; undefined if none waits. */
  nextDueAt(): Promise<number | undefined>;
  counts(): Promise<{ queued: number; processing: number }>;
}
