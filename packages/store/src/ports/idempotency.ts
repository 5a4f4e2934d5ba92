import type { StoredFile } from './files.ts';

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
 * - `started`: it is new, and under way from now on: `finish` or `abandon` it.
 * - `under_way`: it was started, here or in another process that lives, and has not ended.
 * - `other`: another request was sent with this key.
 */
export type IdempotentState =
  | { state: 'started' }
  | { state: 'under_way' }
  | { state: 'other' }
  | ({ state: 'answered' } & KeptAnswer);

/**
 * Answers that are kept for a day, so that who lost one can ask again. A kill takes back what was
 * under way.
 */
export interface Idempotency {
  begin(request: IdempotentRequest): Promise<IdempotentState>;
  /**
   * Keeps the answer. In the same transaction the render counts whose place in the quota this is.
   * Beyond 10,000 answers, or 256 MiB, of one account the oldest go.
   */
  finish(
    request: IdempotentRequest,
    kept: KeptAnswer,
    reservationId: string | undefined,
  ): Promise<void>;
  /** As if it had never been received. Only what was started here. */
  abandon(request: IdempotentRequest): Promise<void>;
  /**
   * Forgets an answer whose content is gone. One that was kept since, with another content, stays.
   */
  dropAnswered(request: IdempotentRequest, kept: Pick<KeptAnswer, 'file'>): Promise<void>;
}
