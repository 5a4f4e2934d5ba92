/** What became of a cookie banner. */
export interface BannerOutcome {
  found: boolean;
  /** The consent tool that showed it, where it is a known one. */
  vendor?: string;
  /** `opt-out`: its own button said no. `hidden`: it offered no way to say no, or did not go in time. Never opted in. */
  how?: 'opt-out' | 'hidden';
}

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
