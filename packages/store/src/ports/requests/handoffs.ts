/** A render that a client awaits, offered to workers with a free slot. */
export interface NewHandoff {
  /** Random, and never used again. */
  id: string;
  accountId: string;
  /** It needs a page that shows frames on command. */
  records: boolean;
  /** Features that the worker must know: see `Handoffs.claim`. */
  needs: readonly string[];
  /** Maximum concurrent renders of the account in all processes. Default: `accountPart`. */
  accountConcurrency?: number;
  /** The same as a share of all workers' slots; one slot stays free. Default: unlimited. */
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

/** Progress of an offered render. Claimed without a free slot counts as waiting. */
export interface HandoffState {
  id: string;
  state: 'waiting' | 'running' | 'answered';
}

/**
 * Renders answered by one process and made by another. Offers of a dead process are removed;
 * renders of a dead worker are offered again. A database crash can lose them; the offering process
 * offers again.
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
   * Claims up to `limit` renders, first for the account with the fewest running, whose needs this
   * process `knows` and that have waited for `waitedMs` (default 0).
   */
  claim(options: {
    limit: number;
    waitedMs?: number;
    records: boolean;
    knows: readonly string[];
  }): Promise<HandoffClaim[]>;
  /** It has a slot, and counts as started. Again, it changes nothing. */
  begin(claim: HandoffClaim): Promise<void>;
  /** Claims of this process that still have a caller. */
  wanted(): Promise<Pick<HandoffClaim, 'id' | 'token' | 'attempts'>[]>;
  /** Returns true also if this claim has answered before; false if it is obsolete. */
  answer(claim: HandoffClaim, content: string): Promise<boolean>;
  /** Lets another worker claim it. */
  putBack(claim: Pick<HandoffClaim, 'id' | 'token' | 'attempts'>): Promise<void>;
  /** Announces this process's slots; repeated while it serves. 0: it has no browser now. */
  serve(slots: number): Promise<void>;
  /** This process renders nothing any more. */
  leave(): Promise<void>;
  /** Number of serving processes, and of renders that all can make concurrently. */
  capacity(): Promise<{ workers: number; slots: number }>;
}
