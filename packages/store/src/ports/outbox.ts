/**
 * A webhook to be sent. Its id follows from the request and `part`, its time is given by the store.
 */
export interface NewDelivery {
  accountId: string;
  requestId: string;
  /** Distinguishes several of one request. */
  part?: string;
  url: string;
  signed: boolean;
  /** The exact text that is sent, and signed. */
  body: string;
  /** It is given up after so many attempts. Default: as the schedule of attempts says. */
  maxAttempts?: number;
}

export type DeliveryState = 'pending' | 'delivered' | 'failed';

export interface Delivery extends Omit<NewDelivery, 'part'> {
  /** UUID derived from the request's id, so that it survives a restore; the `webhook-id`. */
  id: string;
  /** URL and body could not be decrypted and are empty. */
  unreadable?: true;
  state: DeliveryState;
  /** Number of claims. */
  attempts: number;
  /** While pending: when the next attempt is, or when the lease of the attempt under way ends. */
  nextAttemptAt?: number;
  finishedAt?: number;
  /** HTTP status of the last answer. */
  lastStatus?: number;
  lastError?: string;
  createdAt: number;
}

export interface DeliverySubject {
  /** As of the request: `StoredRequest`. */
  url?: string;
  taskId?: number;
  metadata?: Readonly<Record<string, string>>;
}

/** The right to record the outcome of an attempt. */
export interface DeliveryClaim {
  delivery: Delivery;
  /** Empty where the request is not kept any more. */
  subject: DeliverySubject;
  token: number;
}

/** Failure of an attempt. */
export interface DeliveryTrouble {
  status?: number;
  error: string;
}

/** Maximum deliveries in progress, counted over all processes. */
export interface DeliveryBounds {
  /** To one host. */
  perHost: number;
  /** Of one account. */
  perAccount: number;
  /** To receivers that keep failing, of all accounts together. */
  slowLane: number;
}

/** Outcome of an account's request to send one again. */
export type RetryOutcome = 'queued' | 'unknown' | 'pending' | 'too_many_waiting';

export interface Outbox {
  /**
   * Claims due deliveries in rotation by account and host. A host that failed three times in a row
   * for an account uses the slow lane until it accepts one.
   */
  claimDue(options: { leaseMs: number; limit: number } & DeliveryBounds): Promise<DeliveryClaim[]>;
  /** Marks as delivered. False, here and below: the claim is obsolete; nothing was written. */
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
  /** Delivers again from the first attempt, with the same id. False if unknown. */
  retry(id: string): Promise<boolean>;
  /** The same for its owner: only finished ones, and within the limit of waiting ones. */
  retryFor(accountId: string, id: string, bounds: { waiting: number }): Promise<RetryOutcome>;
  nextDueAt(): Promise<number | undefined>;
  counts(): Promise<Record<DeliveryState, number>>;
}
