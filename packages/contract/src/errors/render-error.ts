import type { Receipt } from '../headers/receipt.ts';
import type { ErrorBody, ErrorDetail } from '../wire/error.ts';
import { errorTable, slowFailureS, type ErrorCode, type ErrorInfo } from './error-table.ts';

/** Options of a {@link RenderError}. */
export interface RenderErrorOptions {
  /** The step of the render that failed. */
  stage?: string | undefined;
  /** The internal cause. Never shown to a client. */
  cause?: unknown;
  /** One entry per invalid parameter. */
  details?: readonly ErrorDetail[] | undefined;
  /** Seconds after which a retry makes sense. */
  retryAfterS?: number | undefined;
  /** Time that it held a slot, in ms: some failures count against the quota if long. Default 0. */
  heldMs?: number | undefined;
  /** The trace of the render, as a zip, if the caller requested it. */
  trace?: Uint8Array | undefined;
  /** The report on the result's quality, if that is why it was rejected. */
  receipt?: Receipt | undefined;
}

/** Names of the statuses in the table; browsers have no node:http. */
const statusNames: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  422: 'Unprocessable Entity',
  417: 'Expectation Failed',
  423: 'Locked',
  429: 'Too Many Requests',
  499: 'Client Closed Request',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

/** The steps of a render whose page has loaded. */
const onPage: ReadonlySet<string> = new Set(['settle', 'interact', 'capture', 'encode']);

/** Shared by all copies of this module: a program may contain two. */
const brand = Symbol.for('tintype.RenderError');

/**
 * The only error class of Tintype. `instanceof` also recognises errors of other copies of this
 * package: of another version, or in a bundle.
 *
 * `message` is public: it is sent to clients and shown on the command line. Internal details belong
 * in `cause`.
 * @example
 * throw new RenderError('dns_failed', 'no address for example.invalid', {
 *   stage: 'navigate',
 *   cause,
 * });
 */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly code: ErrorCode;
  /** HTTP status. */
  readonly status: number;
  /** True if the same request can succeed later. */
  readonly retryable: boolean;
  declare readonly stage?: string;
  declare readonly details?: readonly ErrorDetail[];
  declare readonly retryAfterS?: number;
  declare readonly heldMs?: number;
  declare readonly trace?: Uint8Array;
  declare readonly receipt?: Receipt;

  constructor(code: ErrorCode, message?: string, options: RenderErrorOptions = {}) {
    const { status, retryable, message: usual } = errorTable[code];
    super(message ?? usual, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    if (options.stage !== undefined) this.stage = options.stage;
    if (options.details !== undefined) this.details = options.details;
    if (options.retryAfterS !== undefined) this.retryAfterS = options.retryAfterS;
    if (options.heldMs !== undefined) this.heldMs = options.heldMs;
    if (options.trace !== undefined) this.trace = options.trace;
    if (options.receipt !== undefined) this.receipt = options.receipt;
  }

  /** The row of the error table for this code. */
  get info(): ErrorInfo {
    return errorTable[this.code];
  }

  /** True if the failed render counts against the quota. */
  get charged(): boolean {
    const { charged } = this.info;
    if (charged === 'slow') return (this.heldMs ?? 0) >= slowFailureS * 1000;
    return charged === 'always' || (charged === 'reached' && onPage.has(this.stage ?? ''));
  }

  /** Returns a copy for a render that held a slot for `heldMs`. */
  afterHolding(heldMs: number): RenderError {
    return this.#with({ heldMs });
  }

  /** Returns a copy with the stage that failed; an error that has a stage is returned unchanged. */
  at(stage: string): RenderError {
    return this.stage === undefined ? this.#with({ stage }) : this;
  }

  /** Returns a copy with the trace of the render. */
  traced(trace: Uint8Array): RenderError {
    return this.#with({ trace });
  }

  #with(more: RenderErrorOptions): RenderError {
    const { stage, cause, details, retryAfterS, heldMs, trace, receipt } = this;
    const copy = { stage, details, retryAfterS, heldMs, trace, receipt, ...more };
    return new RenderError(this.code, this.message, 'cause' in this ? { ...copy, cause } : copy);
  }

  /**
   * Converts a thrown value. A RenderError is returned unchanged. If the signal has aborted, the
   * result is its reason, or `cancelled`; everything else becomes the `cause` of `internal`.
   * @param message - Public message of an `internal` error.
   */
  static from(error: unknown, signal?: AbortSignal, message?: string): RenderError {
    if (RenderError.is(error)) return error;
    if (!signal?.aborted) return new RenderError('internal', message, { cause: error });
    const reason: unknown = signal.reason;
    return RenderError.is(reason)
      ? reason
      : new RenderError('cancelled', undefined, { cause: error });
  }

  /** Returns true for a RenderError of any copy of this package. */
  static is(value: unknown): value is RenderError {
    return typeof value === 'object' && value !== null && brand in value;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // Subclasses keep the usual meaning.
    return this === RenderError
      ? RenderError.is(value)
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  /** @internal */
  get [brand](): true {
    return true;
  }

  /** Returns the body of the HTTP response, without `cause` and `stage`. */
  toBody(): ErrorBody {
    const body: ErrorBody = {
      statusCode: this.status,
      error: statusNames[this.status] ?? 'Error',
      message: this.message,
      code: this.code,
    };
    if (this.details !== undefined) body.details = this.details.map((detail) => ({ ...detail }));
    return body;
  }
}
