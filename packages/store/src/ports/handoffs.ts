/** A render that somebody waits for, offered to whichever process has room for it. */
export interface NewHandoff {
  /** Random, and never used again. */
  id: string;
  accountId: string;
  /** It needs a page that shows frames on command. */
  records: boolean;
  /** What whoever makes it has to know: see `Handoffs.claim`. */
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
  /** What is to be made, as text. It lies sealed. */
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
  /** How often it was started, this time included. */
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
 * Renders that one process answers and another makes. They last as long as the two: what a dead
 * process offered is gone, and what it was making is offered again. A crash of the database can
 * lose them; whoever offered notices, and offers again.
 */
export interface Handoffs {
  offer(handoff: NewHandoff): Promise<void>;
  /** Everything that this process has offered and that is still there. */
  offered(): Promise<HandoffState[]>;
  /** The answer, once; what was offered is gone with it. Undefined while there is none. */
  take(id: string): Promise<string | undefined>;
  /** Nobody wants it any longer. */
  withdraw(id: string): Promise<void>;
  /**
   * Takes what waits, of the account first of which the fewest are being made: at most `limit`,
   * recordings or others, and only what needs nothing but what this process `knows`, and has waited
   * for `waitedMs` (default 0). `unserved`: only what nobody makes, as no process that serves knows
   * all that it needs; of that, an account gets more than it may have at once. Default false.
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
  /** What this process has claimed and somebody still wants from it. */
  wanted(): Promise<Pick<HandoffClaim, 'id' | 'token' | 'attempts'>[]>;
  /**
   * True also where this claim has answered before. False: nobody wants it, or not from this claim.
   */
  answer(claim: HandoffClaim, content: string): Promise<boolean>;
  /** For somebody else to make. */
  putBack(claim: Pick<HandoffClaim, 'id' | 'token' | 'attempts'>): Promise<void>;
  /**
   * This process can make so many at once, of what needs nothing but what it `knows`; said again
   * and again while it can. 0: none any more.
   */
  serve(slots: number, knows: readonly string[]): Promise<void>;
  /** How many all processes can make at once. */
  slots(): Promise<number>;
}
