import type { IncomingMessage } from 'node:http';
import { EgressFailure, type Egress } from '@tintype/egress';
import type { Delivery, DeliveryTrouble } from '@tintype/store';
import { readRetryAfter } from './retry-schedule.ts';

/** The outcome of one attempt. */
export type Attempt =
  | { kind: 'delivered'; status: number }
  | ({ kind: 'failed'; retryAfterMs?: number } & DeliveryTrouble)
  /** The receiver wants no more of it. */
  | ({ kind: 'refused' } & DeliveryTrouble);

export interface AttemptOptions {
  egress: Pick<Egress, 'request'>;
  allowHttp: boolean;
  /** PEM of authorities that are trusted besides the usual ones. */
  ca: readonly string[];
  timeoutMs: number;
  now: () => number;
  /** Ends the attempt early; it then rejects with the signal's reason. */
  signal: AbortSignal;
}

/** Maximum bytes read of a response with its head; the body is ignored. */
const maxAnswerBytes = 65_536;
const maxAnswerMs = 1_000;

/** Sends a delivery once. Rejects only when `signal` ends it. */
export async function attemptDelivery(
  { url, body, accountId }: Pick<Delivery, 'url' | 'body' | 'accountId'>,
  headers: Record<string, string>,
  options: AttemptOptions,
): Promise<Attempt> {
  const { egress, allowHttp, ca, timeoutMs, now, signal } = options;
  const target = URL.parse(url);
  const isAllowed = target?.protocol === 'https:' || (allowHttp && target?.protocol === 'http:');
  if (target === null || !isAllowed) {
    return { kind: 'failed', error: `webhooks go to ${allowHttp ? 'http or ' : ''}https only` };
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await egress.request(target, {
      method: 'POST',
      headers,
      body,
      ca,
      maxBytes: maxAnswerBytes,
      scope: accountId,
      signal: AbortSignal.any([signal, timeout]),
    });
    drain(answer);
    return outcomeOf(answer, now());
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.aborted) {
      return { kind: 'failed', error: `no answer within ${timeoutMs / 1000} s` };
    }
    const isKnown = error instanceof EgressFailure;
    return { kind: 'failed', error: isKnown ? error.message : `no answer (${codeOf(error)})` };
  }
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage, now: number): Attempt {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  const error = `the receiver answered ${status}`;
  if (status === 410) return { kind: 'refused', status, error: `${error}: it wants no more` };
  if (status >= 300 && status < 400) {
    return { kind: 'failed', status, error: `${error}, and redirects are not followed` };
  }
  const mayAsk = status === 429 || status === 503;
  const retryAfterMs = mayAsk ? readRetryAfter(headers['retry-after'], now) : undefined;
  return { kind: 'failed', status, error, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function drain(answer: IncomingMessage): void {
  const enough = setTimeout(() => answer.destroy(), maxAnswerMs).unref();
  answer.resume();
  // The status is what counts; what comes after it may break off.
  answer.on('error', () => {});
  answer.once('close', () => clearTimeout(enough));
}

function codeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}
