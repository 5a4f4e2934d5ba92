import type { Consent } from '@tintype/contract/headers';

/** Outcome for a cookie banner. */
export type BannerOutcome = Consent;

/** Resources that were blocked. */
export interface Blocking {
  /** Absent if no search took place. */
  banner?: BannerOutcome;
  /** Requests that were refused, by the name of the list that names them. */
  requests: Record<string, number>;
}

declare module '@tintype/core' {
  interface RenderResult {
    /** Effect of `block_annoyance`; absent if nothing in the engine blocks. */
    blocking?: Blocking;
  }
}
