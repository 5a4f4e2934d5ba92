import type { CdpSession, Lease } from './browser-source.ts';

/** A page under way, as stages, captures and hooks see it. Every call ends when the render's time does. */
export interface PageHandle {
  readonly lease: Lease;
  /** The page's CDP session; calls on it are raced against the deadline. */
  readonly session: CdpSession;
  /** Evaluates an expression in a world of its own, out of the page's reach. */
  evaluate<T>(expression: string): Promise<T>;
}
