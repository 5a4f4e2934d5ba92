import type { RenderError, RenderRequest } from '@tintype/contract';
import type { Account, StoredRequest } from '@tintype/store';
import type { Job, Outcome } from '../execute/job.ts';

/** Log of problems beside a job. A logger of pino is one. */
export interface JobLog {
  warn(details: { err: unknown }, message: string): void;
  error(details: { err: unknown }, message: string): void;
}

/** A request of an account, through any interface. */
export interface Submission extends Pick<
  Job,
  'signal' | 'sharing' | 'assets' | 'outputs' | 'withElements' | 'traceparent' | 'onProgress'
> {
  /** UUID v7: of the request, and of what is stored about it. */
  id: string;
  account: Account;
  /** Parsed by the rules of the account: `Jobs.rulesFor`. */
  request: RenderRequest;
  /** Base of the URLs in its responses, without a slash at the end. */
  baseUrl: string;
  /** Stores the result of a direct request for a client that gets its URL. Default false. */
  isKept?: boolean;
  /** The client's key, for repeated requests. */
  idempotencyKey?: string | undefined;
  log?: JobLog;
}

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
