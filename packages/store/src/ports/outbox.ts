/** A callback to be made. Its id and time are given by the store. */
export interface NewDelivery {
  accountId: string;
  requestId: string;
  url: string;
  signed: boolean;
  /** The exact text that is sent, and signed. */
  body: string;
}

export type DeliveryState = 'pending' | 'delivered' | 'failed';

export interface Delivery extends NewDelivery {
  /** UUID v7; also the `webhook-id`. */
  id: string;
  state: DeliveryState;
  /** How often it was claimed. */
  attempts: number;
  /** While pending: when it is tried next, or when the lease of the try under way ends. */
  nextAttemptAt?: number;
  finishedAt?: number;
  /** HTTP status of the last answer. */
  lastStatus?: number;
  lastError?: string;
  createdAt: number;
}

/** The right to say what came of a try. */
export interface DeliveryClaim {
  delivery: Delivery;
  token: number;
}

/** How a try failed. */
export interface DeliveryTrouble {
  status?: number;
  error: string;
}

export interface Outbox {
  /**
   * Takes deliveries that are due. Target hosts take turns, and no more than `perHost` of one host
   * are under way at the same time.
   */
  claimDue(options: { leaseMs: number; limit: number; perHost: number }): Promise<DeliveryClaim[]>;
  /** The receiver has it. False, here and below: the claim is not the newest any more, and nothing was written. */
  acknowledge(claim: DeliveryClaim, status: number): Promise<boolean>;
  postpone(
    claim: DeliveryClaim,
    trouble: DeliveryTrouble & { nextAttemptAt: number },
  ): Promise<boolean>;
  giveUp(claim: DeliveryClaim, trouble: DeliveryTrouble): Promise<boolean>;
  /** Back at once, as if it had not been claimed: for a process that shuts down. */
  putBack(claim: DeliveryClaim): Promise<boolean>;
  get(id: string): Promise<Delivery | undefined>;
  /** Newest first. */
  list(page: {
    accountId?: string;
    state?: DeliveryState;
    limit: number;
    before?: string;
  }): Promise<Delivery[]>;
  /** Tries it again from the first attempt, whatever became of it, with the same id. False if it is unknown. */
  retry(id: string): Promise<boolean>;
  nextDueAt(): Promise<number | undefined>;
  counts(): Promise<Record<DeliveryState, number>>;
}
