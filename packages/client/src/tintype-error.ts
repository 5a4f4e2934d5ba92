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
 * Error of a failed call.
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
  /** True if the same call may succeed later. */
  readonly retryable: boolean;
  /** HTTP status; absent without a response. */
  declare readonly statusCode?: number;
  /** One entry per invalid parameter. */
  declare readonly details?: readonly ErrorDetail[];
  /** Id of the request, for the operator of the service. */
  declare readonly requestId?: string;
  /** Pause requested by the service, in seconds. */
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
