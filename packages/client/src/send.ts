import {
  accessKeyHeader,
  defaultHeaderPrefix,
  headerPrefixHeader,
  idempotencyKeyHeader,
} from '@tintype/contract/headers';
import type { CheckedOptions } from './client-options.ts';
import { readError } from './read-error.ts';
import { maxRetryAfterS, retryDelayMs, sleep } from './retry-delay.ts';
import { TintypeError } from './tintype-error.ts';

/** Options of a call that are not parameters. */
export interface CallOptions {
  /** Aborts the call, which rejects with the reason of the signal. */
  signal?: AbortSignal;
  /**
   * For renders, `requests.start` and `tasks.create`: names the call, so that the service executes
   * it once within a day. 1 to 255 printable ASCII characters without spaces. Default: random.
   */
  idempotencyKey?: string;
}

/** One request to the service. */
export interface Call<T> extends CallOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base URL, or the URL of a stored file, which receives no access key. */
  path: string;
  /** Without a question mark. */
  query?: string | undefined;
  body?: unknown;
  /** True if it may be repeated after a lost response; `by key`: with its idempotency key. */
  repeatable: boolean | 'by key';
  /** Reads a 2xx response. A rejection means that the connection broke. */
  read(answer: Response): Promise<T>;
}

/** Sends a call, with retries. Rejects with `TintypeError`, or the reason of the signal. */
export type Send = <T>(call: Call<T>) => Promise<T>;

export function createSend(options: CheckedOptions): Send {
  return async (call) => {
    call.signal?.throwIfAborted();
    const key = call.repeatable === 'by key' ? (call.idempotencyKey ?? randomKey()) : undefined;
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    for (let attempts = 1; ;) {
      try {
        return await sendOnce(call, key, options, signal);
      } catch (error) {
        call.signal?.throwIfAborted();
        if (timeout.aborted) throw timedOut(call, options, error);
        if (!(error instanceof TintypeError)) throw error;
        const isInProgress = error.code === 'idempotency_in_progress';
        if (!isInProgress && (attempts > options.retries || !canRetry(error, call))) throw error;
        const pause = sleep(retryDelayMs(attempts, error.retryAfterS, Math.random()), signal);
        await pause.catch(() => {
          call.signal?.throwIfAborted();
          throw error;
        });
        // A request in progress is no failure.
        if (!isInProgress) attempts += 1;
      }
    }
  };
}

/** `crypto.randomUUID` is missing in pages that are loaded over plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Errors of requests that were not started. */
const notStarted: readonly string[] = ['rate_limited', 'shutting_down'];

function canRetry(error: TintypeError, call: Call<unknown>): boolean {
  if (error.code === 'no_answer') return call.repeatable !== false;
  const isBusy = error.statusCode === 429 || error.statusCode === 503;
  const mayRepeat = call.repeatable !== false || notStarted.includes(error.code);
  return isBusy && mayRepeat && (error.retryAfterS ?? 0) <= maxRetryAfterS;
}

async function sendOnce<T>(
  call: Call<T>,
  key: string | undefined,
  options: CheckedOptions,
  signal: AbortSignal,
): Promise<T> {
  const isOwn = call.path.startsWith('/');
  const address = addressOf(call, options);
  const headers: Record<string, string> = isOwn
    ? { ...(options.credentials ?? { [accessKeyHeader]: options.accessKey }) }
    : {};
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers[idempotencyKeyHeader] = key;
  const where = `${call.method} ${address}`;
  try {
    const answer = ownNames(
      await options.fetch(call.query ? `${address}?${call.query}` : address, {
        method: call.method,
        headers,
        signal,
        // A redirect would take the access key to another host.
        redirect: isOwn ? 'manual' : 'follow',
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      }),
    );
    if (!answer.ok) throw await readError(answer, where);
    return await call.read(answer);
  } catch (error) {
    if (error instanceof TintypeError || signal.aborted) throw error;
    throw new TintypeError('no_answer', `${where} failed: ${reasonOf(error)}.`, {
      retryable: true,
      cause: error,
    });
  }
}

/** Restores the default names of headers if the operator set another prefix. */
function ownNames(answer: Response): Response {
  const prefix = answer.headers.get(headerPrefixHeader);
  // An opaque response has neither headers nor a status that can be written.
  if (prefix === null || answer.status < 200) return answer;
  const start = `${prefix}-`.toLowerCase();
  const headers = [...answer.headers].map(([name, value]): [string, string] => [
    name.startsWith(start) ? `${defaultHeaderPrefix}-${name.slice(start.length)}` : name,
    value,
  ]);
  const { body, status, statusText } = answer;
  return new Response(body, { status, statusText, headers });
}

function addressOf({ path }: Call<unknown>, { baseUrl }: CheckedOptions): string {
  return path.startsWith('/') ? baseUrl + path : path;
}

/** Node's message is `fetch failed`; its cause has the reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as NodeJS.ErrnoException;
  return cause.message !== '' ? cause.message : (code ?? cause.name);
}

function timedOut(call: Call<unknown>, options: CheckedOptions, cause: unknown): TintypeError {
  return new TintypeError(
    'client_timeout',
    `${call.method} ${addressOf(call, options)} did not end within ${options.timeoutMs} ms (timeoutMs).`,
    { retryable: true, cause },
  );
}
