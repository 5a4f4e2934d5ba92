/** A render that a client awaits, offered to workers with a free slot. */
export interface NewHandoff {
  /** Random, and never used again. */
  id: string;
  accountId: string;
  /** It needs a page that shows frames on command. */
  records: boolean;
  /** Features that the worker must know: see `Handoffs.claim`. */
  needs: readonly string[];
  /**
   * How many of the account may be made at once, in all processes together. Default: `accountPart`
   * says it.
   */
  accountConcurrency?: number;
  /**
   * The same as a part of the slots that all workers have by then, which leaves one to others.
   * Default: no bound.
   */
  accountPart?: number;
  /** The render, as text. It is encrypted. */
  content: string;
}

/** A handoff that this process makes. */
export interface HandoffClaim {
  id: string;
  /** Grows with each claim. Only the newest can answer. */
  token: number;
  accountId: string;
  /** Undefined when it cannot be decrypted. */
  content: string | undefined;
  /** Number of starts, including this one. */
  attempts: number;
  offeredAt: number;
}

/**
 * How far something has come that this process offered. What a worker holds that it has no slot for
 * yet is still waiting.
 */
export interface HandoffState {
  id: string;
  state: 'waiting' | 'running' | 'answered';
}

/**
 * Renders that one process responds to and another makes. They last as long as the two: offers of a
 * dead process are removed, and renders of a dead worker are offered again. A crash of the database
 * can lose them; the offering process notices, and offers again.
 */
export interface Handoffs {
  offer(handoff: NewHandoff): Promise<void>;
  /** Everything that this process has offered and that is still there. */
  offered(): Promise<HandoffState[]>;
  /** The answer, once; what was offered is gone with it. Undefined while there is none. */
  take(id: string): Promise<string | undefined>;
  /** There is no caller any more. */
  withdraw(id: string): Promise<void>;
  /**
   * Claims waiting renders, first of the account with the fewest running ones: at most `limit`,
   * recordings or others, and only those whose needs this process `knows`, and that have waited for
   * `waitedMs` (default 0). `unserved`: only those that no serving process can make; of them, an
   * account gets more than its concurrency. Default false.
   */
  claim(options: {
    limit: number;
    waitedMs?: number;
    unserved?: boolean;
    records: boolean;
    knows: readonly string[];
  }): Promise<HandoffClaim[]>;
  /** It has a slot, and counts as started. Again, it changes nothing. */
  begin(claim: HandoffClaim): Promise<void>;
  /** Claims of this process that still have a caller. */
  wanted(): Promise<Pick<HandoffClaim, 'id' | 'token' | 'attempts'>[]>;
  /**
   * Also true if this claim has responded before. False: there is no caller, or the claim is
   * obsolete.
   */
  answer(claim: HandoffClaim, content: string): Promise<boolean>;
  /** Lets another worker claim it. */
  putBack(claim: Pick<HandoffClaim, 'id' | 'token' | 'attempts'>): Promise<void>;
  /**
   * This process can make so many at once, of what needs nothing but what it `knows`; said again
   * and again while it can. 0: none any more.
   */
  serve(slots: number, knows: readonly string[]): Promise<void>;
  /** Number of renders that all processes can make concurrently. */
  slots(): Promise<number>;
}
