import type { Egress } from '@tintype/egress';
import { createPoller, type DeliveryClaim, type Store } from '@tintype/store';
import { attemptDelivery, type Attempt } from './attempt-delivery.ts';
import type { SendMail } from './notify/create-send-mail.ts';
import { recipientOf } from './notify/notifications-for.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import { webhookHeaders } from './webhook-headers.ts';

/** Options of {@link createDeliverer}. */
export interface DelivererOptions {
  store: Pick<Store, 'accounts' | 'outbox'>;
  egress: Pick<Egress, 'request'>;
  /** Unix milliseconds. The one that the store was made with. */
  now: () => number;
  /** Lets targets be plain http. Default false. */
  allowHttp?: boolean;
  /** The start of the names of Tintype's own headers. Default `X-Tintype`. */
  headerPrefix?: string;
  /** PEM of authorities that are trusted besides the usual ones. */
  ca?: readonly string[];
  /** Sends deliveries that are e-mails: `createSendMail`. Default: they fail. */
  sendMail?: SendMail;
  /** Maximum concurrent deliveries. Default 64. */
  concurrency?: number;
  /** Maximum of those to one host. Default 4. */
  perHost?: number;
  /** Maximum of those of one account. Default 16. */
  perAccount?: number;
  /** Maximum of those to receivers that failed three times in a row. Default 8. */
  slowLane?: number;
  /** Maximum time of a receiver, with its name resolution, in ms. Default 15,000. */
  timeoutMs?: number;
  /** Interval of checks for other processes' deliveries, in ms. Default 1,000. */
  pollMs?: number;
  /** Maximum time that `stop` waits for running attempts, in ms. Default 5,000. */
  drainMs?: number;
  /** Told what goes wrong in the background, other than at receivers. */
  onWarning?(message: string, cause?: unknown): void;
  /** Told the outcome of each attempt. */
  onAttempt?(claim: DeliveryClaim, attempt: Attempt): void;
}

/** Sends the content of the outbox, in the background. */
export interface Deliverer {
  start(): void;
  /** Starts nothing new; attempts that do not end in time are put back and sent later. */
  stop(): Promise<void>;
  /** Something was put into the outbox: looks at once instead of at the next poll. */
  wake(): void;
}

/** Beyond the time of an attempt: a lease ends only if its process is gone or stuck. */
const leaseMarginMs = 15_000;

/**
 * Makes the deliverer. Several may work on one store.
 *
 * Each delivery arrives at least once, always under the same `webhook-id`: a process that is killed
 * in the middle leaves its claims behind, and they are taken again. Accounts are served in
 * rotation, and their hosts are, so that neither delays another.
 * @example
 * const deliverer = createDeliverer({ store, egress, now: Date.now });
 * deliverer.start();
 */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { store, concurrency = 64, pollMs = 1_000, drainMs = 5_000 } = options;
  const { perHost = 4, perAccount = 16, slowLane = 8 } = options;
  const { now, onWarning, timeoutMs = 15_000 } = options;
  const deliver = createDelivery(options);
  const underWay = new Set<Promise<void>>();
  let hurrying = new AbortController();

  function begin(claim: DeliveryClaim): void {
    const work = deliver(claim, hurrying.signal)
      .catch((error: unknown) => {
        onWarning?.(`The delivery ${claim.delivery.id} is retried later.`, error);
      })
      .finally(() => {
        underWay.delete(work);
        poller.wake();
      });
    underWay.add(work);
  }

  /** Returns the time until the next check; the end of a delivery, or `wake`, shortens it. */
  async function look(): Promise<number> {
    const limit = concurrency - underWay.size;
    if (limit <= 0) return pollMs;
    const leaseMs = timeoutMs + leaseMarginMs;
    const bounds = { perHost, perAccount, slowLane };
    const claims = await store.outbox.claimDue({ leaseMs, limit, ...bounds });
    for (const claim of claims) begin(claim);
    if (claims.length > 0) return 0;
    const dueAt = await store.outbox.nextDueAt();
    const waitMs = dueAt === undefined ? pollMs : dueAt - now();
    // Due deliveries left out wait for their host, account or lane.
    return waitMs <= 0 ? pollMs : Math.min(waitMs, pollMs);
  }

  const poller = createPoller({
    look,
    onTrouble: (error) => onWarning?.('The outbox could not be read; it is retried.', error),
  });

  return {
    start() {
      if (hurrying.signal.aborted) hurrying = new AbortController();
      poller.start();
    },
    async stop() {
      await poller.stop();
      const hurry = setTimeout(() => hurrying.abort(), drainMs);
      await Promise.all(underWay);
      clearTimeout(hurry);
    },
    wake: poller.wake,
  };
}

/** One claim from its headers to what is written about it. */
function createDelivery(
  options: DelivererOptions,
): (claim: DeliveryClaim, signal: AbortSignal) => Promise<void> {
  const { store, egress, now, allowHttp = false, ca = [], timeoutMs = 15_000 } = options;
  const { headerPrefix } = options;

  async function attempt(
    { delivery, subject }: DeliveryClaim,
    signal: AbortSignal,
  ): Promise<Attempt> {
    if (delivery.unreadable) return { kind: 'refused', error: 'it cannot be decrypted' };
    const recipient = recipientOf(delivery.url);
    if (recipient !== undefined) {
      const { id, body } = delivery;
      if (options.sendMail) return options.sendMail(recipient, body, { timeoutMs, signal, id });
      return { kind: 'refused', error: 'this service sends no e-mail: smtp_url is not set' };
    }
    const secretKeys = delivery.signed ? await store.accounts.secretKeys(delivery.accountId) : [];
    if (delivery.signed && secretKeys.length === 0) {
      return { kind: 'refused', error: 'the account has no secret key any more to sign with' };
    }
    const headers = webhookHeaders(delivery, now(), secretKeys, { subject, headerPrefix });
    return attemptDelivery(delivery, headers, { egress, allowHttp, ca, timeoutMs, now, signal });
  }

  return async (claim, signal) => {
    let result: Attempt;
    try {
      result = await attempt(claim, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      await store.outbox.putBack(claim);
      return;
    }
    options.onAttempt?.(claim, result);
    if (result.kind === 'delivered') {
      await store.outbox.acknowledge(claim, result.status);
      return;
    }
    const { error, status } = result;
    const trouble = { error, ...(status === undefined ? {} : { status }) };
    const retryAfterMs = result.kind === 'failed' ? result.retryAfterMs : undefined;
    const { attempts, maxAttempts = Infinity } = claim.delivery;
    const next =
      result.kind === 'failed' && attempts < maxAttempts
        ? nextAttemptAt(attempts, now(), retryAfterMs)
        : undefined;
    if (next === undefined) await store.outbox.giveUp(claim, trouble);
    else await store.outbox.postpone(claim, { ...trouble, nextAttemptAt: next });
  };
}
