import type { Consent } from '@tintype/contract/headers';

/** What became of a cookie banner. */
export type BannerOutcome = Consent;

/** What was kept out of the page. */
export interface Blocking {
  /** Absent when nobody looked. */
  banner?: BannerOutcome;
  /** Requests that were refused, by the name of the list that names them. */
  requests: Record<string, number>;
}

declare module '@tintype/core' {
  interface RenderResult {
    /** What `block_annoyance` did; absent when nothing in the engine blocks. */
    blocking?: Blocking;
  }
}
