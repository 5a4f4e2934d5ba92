import type { RenderError, RenderRequest } from '@tintype/contract';
import type { Account, StoredRequest } from '@tintype/store';
import type { Job, Outcome } from '../execute/job.ts';
import type { JobLog } from '../job-log.ts';

/** What an account asks for, whichever interface it uses. */
export interface Submission extends Pick<
  Job,
  'signal' | 'sharing' | 'assets' | 'outputs' | 'traceparent' | 'onProgress'
> {
  /** UUID v7: of the request that brings it, and of what is kept about it. */
  id: string;
  account: Account;
  /** Parsed by the rules of the account: `Jobs.rulesFor`. */
  request: RenderRequest;
  /** What addresses that are told about it begin with, without a slash at the end. */
  baseUrl: string;
  /**
   * The result is kept as that of an async request is, although it is answered at once: for whoever
   * is told its address. Default false.
   */
  isKept?: boolean;
  /** What the client calls it, to ask for it again. */
  idempotencyKey?: string | undefined;
  log?: JobLog;
}

/** What is answered to a {@link Submission}. */
export interface Answer {
  /** Of the request that it was answered to: of an earlier one when it is replayed. */
  id: string;
  /** It was answered before, under the same key. */
  isReplayed: boolean;
  /** An error here is one that is replayed: it cost something. */
  answer:
    | { outcome: Outcome }
    | { queued: StoredRequest }
    /** Several files of one load, which are kept. */
    | { finished: StoredRequest }
    | { error: RenderError };
}
