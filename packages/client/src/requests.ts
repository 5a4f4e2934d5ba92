import type { KindName } from '@tintype/contract';
import type { Verdict } from '@tintype/contract/headers';
import type { OutputState, QueuedRequest, RequestState } from '@tintype/contract/wire';
import { checkInteger, usualTimeoutMs } from './client-options.ts';
import type { ParametersFor } from './parameters.ts';
import type { ImageComparison, RenderAnswer } from './render-answer.ts';
import { errorFromBody } from './read-error.ts';
import { sleep } from './retry-delay.ts';
import type { CallOptions } from './send.ts';
import { TintypeError } from './tintype-error.ts';

export interface SucceededRequest extends RequestState {
  status: 'succeeded';
  file: string;
  expires: number;
}

/** A `captures` request of which at least one output succeeded. */
export interface SucceededCaptures extends RequestState {
  status: 'succeeded';
  outputs: OutputState[];
}

/** Filter of a list of requests. */
export interface RequestFilter {
  status?: RequestState['status'];
  /** A kind, or `captures`. */
  api?: KindName;
  /** Only runs of this task. */
  task?: number;
  /** Only requests of this batch. */
  batch?: string;
  /** Only requests created since this time: a `Date`, or Unix seconds. */
  since?: Date | number;
  /** Only requests created before this time. */
  until?: Date | number;
  /** Only requests that took at least this number of seconds: 0 to 86,400. */
  slow?: number;
  /** Only pages of this host, with or without the port. */
  host?: string;
  /** Only pages whose URL contains this text, whatever the case. */
  address?: string;
  /** Only requests whose receipt has this verdict, or any. */
  verdict?: Verdict | 'any';
  /** Only requests that failed with this code. */
  error?: string;
  /** Maximum number: 1 to 100,000, default 100. */
  limit?: number;
}

export interface WaitOptions extends CallOptions {
  /** Polling interval, in milliseconds. 100 to 60,000, default 1000. */
  intervalMs?: number;
  /** Time limit, in milliseconds. 1 to 86,400,000, default 360,000. */
  timeoutMs?: number;
}

/** Async requests. */
export interface Requests {
  /** Queues a render. Set `webhook_url` to be notified, or use `wait`. */
  start<K extends KindName>(
    kind: K,
    parameters: ParametersFor<K>,
    options?: CallOptions,
  ): Promise<QueuedRequest>;
  /** Async requests, and those with a webhook, newest first. */
  list(filter?: RequestFilter, options?: CallOptions): Promise<RequestState[]>;
  get(id: string, options?: CallOptions): Promise<RequestState>;
  /**
   * Waits for the end; `wait<SucceededCaptures>(id)` for several files. Rejects with the error of a
   * failed render.
   */
  wait<State extends SucceededRequest | SucceededCaptures = SucceededRequest>(
    id: string,
    options?: WaitOptions,
  ): Promise<State>;
  /** Deletes a request with its files, trace and webhooks; cancels one that has not ended. */
  remove(id: string, options?: CallOptions): Promise<void>;
  /** Compares the images of two requests: returns a PNG with the differences in red. */
  compare(earlier: string, later: string, options?: CallOptions): Promise<ImageComparison>;
  /** Returns the trace of a failed request, as a zip; available for a day. */
  trace(id: string, options?: CallOptions): Promise<Pick<RenderAnswer, 'body' | 'mediaType'>>;
  /** Loads the result of a request that succeeded, or one of several. */
  file(
    request: Pick<SucceededRequest, 'file'> | OutputState,
    options?: CallOptions,
  ): Promise<Pick<RenderAnswer, 'body' | 'mediaType'>>;
}

/** Polls until the request has ended. */
export async function waitFor<State extends SucceededRequest | SucceededCaptures>(
  get: Requests['get'],
  id: string,
  { signal, intervalMs = 1000, timeoutMs = usualTimeoutMs }: WaitOptions = {},
): Promise<State> {
  checkInteger('intervalMs', intervalMs, 100, 60_000);
  checkInteger('timeoutMs', timeoutMs, 1, 86_400_000);
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    for (;;) {
      const state = await get(id, { signal: both });
      if (hasSucceeded(state)) return state as State;
      if (state.status === 'failed') throw failureOf(state);
      await sleep(intervalMs, both);
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!timeout.aborted || error instanceof TintypeError) throw error;
    throw new TintypeError(
      'client_timeout',
      `Request ${id} had not ended after ${timeoutMs} ms (timeoutMs of wait). It goes on.`,
      { retryable: true, requestId: id, cause: error },
    );
  }
}

function hasSucceeded(state: RequestState): state is SucceededRequest | SucceededCaptures {
  const isThere = state.file !== undefined || state.outputs !== undefined;
  return state.status === 'succeeded' && isThere;
}

function failureOf({ id, error }: RequestState): TintypeError {
  return (
    errorFromBody(error, { requestId: id }) ??
    new TintypeError('bad_answer', `Request ${id} failed without a reason.`, { requestId: id })
  );
}
