import type { KindSet, ParseOptions } from '@tintype/contract';
import type { Renderer } from '@tintype/core';
import type { Handoffs, Plans, Store } from '@tintype/store';
import type { JobLimiter } from '../execute/layers/limited.ts';
import type { Upstreams } from '../execute/pick-upstream.ts';
import type { Limiter } from '../limit/create-limiter.ts';

/** What `createHandoffWorker` needs. */
export interface HandoffWorkerOptions {
  handoffs: Handoffs;
  fileBytes: Store['fileBytes'];
  kinds: KindSet;
  renderer: Pick<Renderer, 'render' | 'open'>;
  limiter: JobLimiter & Pick<Limiter, 'free'>;
  plans: Plans;
  /** Proxies by the values of `ip_location`. */
  upstreams?: Upstreams;
  /** Each failure brings a brief trace, for whoever answers it. Default false. */
  briefTraces?: boolean;
  /** A render succeeded. */
  onSuccess?(): void;
  /** What the operator lets requests ask for. */
  rules?: ParseOptions;
  /** How often it is looked what there is to do, in milliseconds. Default 1,000. */
  pollMs?: number;
  /**
   * How old a render is that is claimed before there is a slot for it, in milliseconds. Default
   * 250.
   */
  aheadAfterMs?: number;
  /**
   * How long what was claimed may be without a slot before it is given back, in milliseconds.
   * Default 2,000.
   */
  putBackMs?: number;
  /**
   * Present where browsers run elsewhere: whether one of them may give a page. While none may, no
   * slot is told of, and nothing is claimed but what has waited for `browserWaitMs`, where no other
   * worker could make it.
   */
  mayRender?(): boolean;
  /**
   * How long a render waits for such a browser, in milliseconds: it is given back for so long, and
   * then told that there is none. Shorter than `waitMs` of whoever offers it. Default 50,000.
   */
  browserWaitMs?: number;
  /**
   * While no browser may give a page for so long, none is asked for one: what has waited is told at
   * once. In milliseconds. Default 5,000.
   */
  awayMs?: number;
  /** The longest pause between attempts to write an answer, in milliseconds. Default 3,000. */
  answerEveryMs?: number;
  /** Unix milliseconds: the clock of the store. */
  now: () => number;
  onWarning?(message: string, cause?: unknown): void;
}
