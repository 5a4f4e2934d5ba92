import type { KindSet, ParseOptions } from '@tintype/contract';
import type { Renderer } from '@tintype/core';
import type { Handoffs, Plans, Store } from '@tintype/store';
import type { JobLimiter } from '../execute/middleware/limited.ts';
import type { Upstreams } from '../execute/pick-upstream.ts';
import type { Limiter } from '../limit/create-limiter.ts';

export interface HandoffWorkerOptions {
  handoffs: Handoffs;
  fileBytes: Store['fileBytes'];
  /** Without it a request with `session` is rejected. */
  pageSessions?: Store['pageSessions'];
  kinds: KindSet;
  renderer: Pick<Renderer, 'render' | 'open'>;
  limiter: JobLimiter & Pick<Limiter, 'free'>;
  plans: Plans;
  /** Proxies by the values of `ip_location`. */
  upstreams?: Upstreams;
  /** True to attach a brief trace to each failure. Default false. */
  briefTraces?: boolean;
  onSuccess?(): void;
  /** The operator's limits for requests. */
  rules?: ParseOptions;
  /** Interval of checks for offers, in milliseconds. Default 1,000. */
  pollMs?: number;
  /**
   * How old a render is that is claimed before there is a slot for it, in milliseconds. Default
   * 250.
   */
  aheadAfterMs?: number;
  /**
   * Time what was claimed may be without a slot before it is given back, in milliseconds.
   * Default 2,000.
   */
  putBackMs?: number;
  /**
   * Present if browsers run elsewhere: returns whether one of them may provide a page. While none
   * may, no slot is announced, and nothing is claimed.
   */
  mayRender?(): boolean;
  /** The longest pause between attempts to write an answer, in milliseconds. Default 3,000. */
  answerEveryMs?: number;
  /** Unix milliseconds: the clock of the store. */
  now: () => number;
  onWarning?(message: string, cause?: unknown): void;
}
