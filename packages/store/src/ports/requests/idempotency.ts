import type { StoredFile } from '../files.ts';

/** One request that may be sent again. */
export interface IdempotentRequest {
  accountId: string;
  /** Chosen by the client. */
  key: string;
  /** The same for the same request; 64 hex digits. */
  fingerprint: string;
}

/** A stored response for repeated requests. */
export interface KeptAnswer {
  /** JSON, of whatever form. */
  answer: string;
  /** Its content. */
  file?: Pick<StoredFile, 'name' | 'sha256' | 'bytes'>;
}

/**
 * `started`: new; call `finish` or `abandon`. `under_way`: not finished yet. `other`: another
 * request was sent with this key.
 */
export type IdempotentState =
  | { state: 'started' }
  | { state: 'under_way' }
  | { state: 'other' }
  | ({ state: 'answered' } & KeptAnswer);

/** Replies kept for a day under the client's key. What a killed process started is forgotten. */
export interface Idempotency {
  begin(request: IdempotentRequest): Promise<IdempotentState>;
  /**
   * Keeps the reply and counts the render, in one transaction. Per account at most 10,000 replies
   * and 256 MiB; the oldest go.
   */
  finish(
    request: IdempotentRequest,
    kept: KeptAnswer,
    reservationId: string | undefined,
  ): Promise<void>;
  /** As if it had never been received. Only what was started here. */
  abandon(request: IdempotentRequest): Promise<void>;
  /** Forgets a reply whose content is gone, unless it was replaced since. */
  dropAnswered(request: IdempotentRequest, kept: Pick<KeptAnswer, 'file'>): Promise<void>;
}
