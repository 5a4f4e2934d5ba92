import type { ErrorCode, ErrorDetail } from '@tintype/contract';

/**
 * Codes of errors without a response of the service.
 *
 * - `no_answer`: the service could not be reached, or the connection broke.
 * - `client_timeout`: the call did not end within `timeoutMs`.
 * - `bad_answer`: the response is not from Tintype, or cannot be parsed.
 */
export type ClientErrorCode = 'no_answer' | 'client_timeout' | 'bad_answer';

/** Options of a {@link TintypeError}. */
export interface TintypeErrorOptions {
  statusCode?: number | undefined;
  details?: readonly ErrorDetail[] | undefined;
  requestId?: string | undefined;
  retryAfterS?: number | undefined;
  retryable?: boolean | undefined;
  cause?: unknown;
}

/**
 * The error of every call that fails.
 * @example
 * try {
 *   await client.screenshot({ url });
 * } catch (error) {
 *   if (error instanceof TintypeError && error.code === 'timeout') ...
 * }
 */
export class TintypeError extends Error {
  override readonly name = 'TintypeError';
  /** A code of the service (docs/errors.md), which may be newer, or of the client. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** True if the same call can succeed later without being changed. */
  readonly retryable: boolean;
  /** HTTP status; absent when there was no answer. */
  declare readonly statusCode?: number;
  /** One entry for each parameter that is wrong. */
  declare readonly details?: readonly ErrorDetail[];
  /** Id of the request, for the operator of the service. */
  declare readonly requestId?: string;
  /** Seconds after which the service said that trying again makes sense. */
  declare readonly retryAfterS?: number;

  constructor(code: TintypeError['code'], message: string, options: TintypeErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    const { statusCode, details, requestId, retryAfterS, retryable = false } = options;
    this.code = code;
    this.retryable = retryable;
    if (statusCode !== undefined) this.statusCode = statusCode;
    if (details !== undefined) this.details = details;
    if (requestId !== undefined) this.requestId = requestId;
    if (retryAfterS !== undefined) this.retryAfterS = retryAfterS;
  }
}
