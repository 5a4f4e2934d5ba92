import type { ErrorBody, KindName } from '@tintype/contract';
import type { Metadata, Receipt, Verdict } from '@tintype/contract/headers';
import { checkInteger, usualTimeoutMs } from './client-options.ts';
import type { ParametersFor } from './parameters.ts';
import type { ImageComparison, RenderAnswer } from './render-answer.ts';
import { errorFromBody } from './read-error.ts';
import { sleep } from './retry-delay.ts';
import type { CallOptions } from './send.ts';
import { TintypeError } from './tintype-error.ts';

/** An async request, as it is queued. */
export interface QueuedRequest {
  /** UUID v7. Its webhook has it too. */
  id: string;
  status: 'queued';
  /** Unix seconds. */
  created: number;
  status_url: string;
}

/** Outcome of one of several files of a load. */
export interface OutputState {
  name: string;
  kind: KindName;
  /** As of a request. Absent where it failed. */
  file?: string;
  expires?: number;
  media_type?: string;
  bytes?: number;
  metadata?: RequestState['metadata'];
  /** The file's report on its quality. */
  receipt?: Receipt;
  error?: RequestState['error'];
}

/** State of a request. Timestamps are Unix seconds. */
export interface RequestState {
  id: string;
  status: 'queued' | 'processing' | 'succeeded' | 'failed';
  api: KindName;
  /** The page, without user and password; its first 2,048 characters. */
  url?: string;
  /** Of a run: its task, and its time. */
  task?: number;
  scheduled_for?: number;
  /** Of one that came with others: its batch. */
  batch?: string;
  created: number;
  started?: number;
  finished?: number;
  /** Milliseconds from its arrival to the start of its first attempt. */
  wait_ms?: number;
  /** Milliseconds from the start of its first attempt to its end. */
  duration_ms?: number;
  /** URL of the result; it works without a key. */
  file?: string;
  /** When it is removed. */
  expires?: number;
  /** Metadata requested by `metadata_*`, if it succeeded. */
  metadata?: Omit<Metadata, 'imageSize'> & { image_size?: { width: number; height: number } };
  /** Of `captures`: what came of each output. */
  outputs?: OutputState[];
  /** The result's report on its quality, if it succeeded. */
  receipt?: Receipt;
  error?: Omit<ErrorBody, 'code'> & { code?: string };
}

/** A request that succeeded. */
export interface SucceededRequest extends RequestState {
  status: 'succeeded';
  file: string;
  expires: number;
}

/** A request for several files that succeeded: at least one of them came. */
export interface SucceededCaptures extends RequestState {
  status: 'succeeded';
  outputs: OutputState[];
}

/** Filter of a list of requests. */
export interface RequestFilter {
  status?: RequestState['status'];
  /** A kind, or `captures`. */
  api?: KindName;
  /** Runs of this task alone. */
  task?: number;
  /** Only requests of this batch. */
  batch?: string;
  /** Only requests received then or later: a `Date`, or Unix seconds. */
  since?: Date | number;
  /** Only requests received before. */
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
  /** At most so many: 1 to 100,000, default 100. */
  limit?: number;
}

export interface WaitOptions extends CallOptions {
  /** Between two looks, in milliseconds. 100 to 60,000, default 1000. */
  intervalMs?: number;
  /** In all, in milliseconds. 1 to 86,400,000, default 360,000, as for a call. */
  timeoutMs?: number;
}

/** Renders that are done later. */
export interface Requests {
  /** Queues a render. Set `webhook_url` to be notified, or use `wait`. */
  start<K extends KindName>(
    kind: K,
    parameters: ParametersFor<K>,
    options?: CallOptions,
  ): Promise<QueuedRequest>;
  /** Async requests, and those with a webhook, newest first. */
  list(filter?: RequestFilter, options?: CallOptions): Promise<RequestState[]>;
  /** Returns its state. */
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

/** Looks until the request has ended. */
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
