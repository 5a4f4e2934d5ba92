import type { Cache } from '@tintype/cache';
import {
  builtInKinds,
  type ParseOptions,
  type RenderRequest,
  type RuleOptions,
} from '@tintype/contract';
import { limitsOf, type Account, type Store } from '@tintype/store';
import { checkFeatures } from './execute/middleware/planned.ts';
import { createExecute, type ExecuteParts, type ExecutePlace } from './execute/create-execute.ts';
import type { Execute, Outcome } from './execute/job.ts';
import { servedLocations } from './execute/pick-upstream.ts';
import { createReplays } from './idempotency/create-replays.ts';
import {
  doOnce,
  type OnceAnswer,
  type OnceKeeper,
  type OnceRequest,
} from './idempotency/do-once.ts';
import { createReadSitemap } from './sitemap/create-read-sitemap.ts';
import type { Sitemap } from './sitemap/read-sitemap.ts';
import { accountSessions } from './sessions/account-sessions.ts';
import { createCreateSession, type CreateSession } from './sessions/create-session.ts';
import { createSubmitRun, type SubmitRun } from './runs/create-submit-run.ts';
import { createFinish, type DeliveryFor, type Settle } from './finish/create-finish.ts';
import { createEndBatches, type BatchDeliveryFor } from './finish/end-batches.ts';
import { createKeepFile, type KeepFile } from './submit/create-keep-file.ts';
import { createSubmit, type Submit } from './submit/create-submit.ts';
import { createSubmitBatch, type SubmitBatch } from './submit/create-submit-batch.ts';

export type JobsParts = ExecutePlace & JobsOptions;

interface JobsOptions extends Omit<
  ExecuteParts,
  'usage' | 'cache' | 'traces' | 'sessionsOf' | 'renderer' | 'limiter' | 'handoffClient'
> {
  store: Omit<Store, 'outbox' | 'sweep' | 'followClock' | 'backup' | 'close'>;
  /** Results that were kept. Without it `cache` has no effect. */
  cache?: Pick<Cache, 'through' | 'peek'>;
  /** Writes the webhook of a job that ended; undefined when it has none. */
  deliveryFor: DeliveryFor;
  /** The same of a batch. Default: batches have no webhooks. */
  batchDeliveryFor?: BatchDeliveryFor;
  /** Refuses URLs of webhooks. Default: none. @throws RenderError `target_denied` */
  validateWebhookTarget?(url: URL, accountId: string): Promise<void>;
  /** Loads a file of a sitemap for an account. Default: there are no sitemaps. */
  loadSitemap?(url: URL, signal: AbortSignal, accountId: string): Promise<Uint8Array>;
  /** A job was queued, or a webhook is to be sent: look at once. */
  wake: { worker(): void; deliverer(): void };
  /** The operator's limits for requests. Default of `maxTimeoutS` and `maxDurationS`: 30. */
  rules?: Pick<RuleOptions, 'allowHttpWebhook' | 'maxTimeoutS' | 'maxDurationS'>;
  /**
   * Time a render continues after its client left, in ms, for a retry with the same
   * Idempotency-Key. Default 10,000.
   */
  replayGraceMs?: number;
  /** Time until a session expires after its last use, in ms. Default 30 days. */
  sessionTtlMs?: number;
}

const usualSessionTtlMs = 30 * 86_400_000;

/** The use cases of a service: what accounts may do, whichever interface they use. */
export interface Jobs {
  /** By what rules a request of an account is parsed. */
  rulesFor(account: Account): ParseOptions;
  /** Executes what an account asks for, or queues it. */
  submit: Submit;
  /**
   * Returns a cached result without rendering, charging or sending. @throws RenderError
   * `plan_required`
   */
  peek(account: Account, request: RenderRequest): Promise<Outcome | undefined>;
  /**
   * Returns up to `limit` URLs of a sitemap.
   * @throws RenderError `invalid_parameter`, `target_denied`, `queue_full`
   */
  readSitemap(account: Account, url: URL, limit: number, signal: AbortSignal): Promise<Sitemap>;
  /** Creates or replaces a session of an account, and logs in if it has steps for it. */
  createSession: CreateSession;
  submitBatch: SubmitBatch;
  /** Writes the ends of batches whose requests have all ended. */
  endBatches(): Promise<void>;
  /** Queues a run of a task, or refuses it. */
  submitRun: SubmitRun;
  /** Keeps a file that is no render. */
  keepFile: KeepFile;
  /** Does what is no render once for its Idempotency-Key. */
  once<Value extends object>(
    request: OnceRequest,
    work: (keeper: OnceKeeper | undefined) => Promise<Value>,
  ): Promise<OnceAnswer<Value>>;
  /** For those who work off the queue. */
  execute: Execute;
  settle: Settle;
}

/**
 * Puts the use cases of a service together. Nothing starts.
 * @example
 * const jobs = createJobs({
 *   store,
 *   plans,
 *   renderer,
 *   limiter,
 *   cache,
 *   deliveryFor,
 *   wake,
 *   now: Date.now,
 * });
 * const { request } = parseRequest({ kind: 'pdf', url }, jobs.rulesFor(account));
 * const { answer } = await jobs.submit({
 *   id: createRequestId(),
 *   account,
 *   request,
 *   baseUrl,
 *   signal,
 * });
 */
export function createJobs(parts: JobsParts): Jobs {
  const { store, plans, deliveryFor, wake, now } = parts;
  const { maxTimeoutS = 30, maxDurationS = 30, allowHttpWebhook = false } = parts.rules ?? {};
  const locations = servedLocations(parts.upstreams);
  const execute = createExecute({
    ...parts,
    usage: store.usage,
    traces: store,
    sessionsOf: accountSessions(store),
  });
  const settle = createFinish({ store, plans, deliveryFor, wakeDeliverer: wake.deliverer, now });
  const replays = createReplays(store);
  const submit = createSubmit({
    store,
    plans,
    execute,
    settle,
    kinds: parts.kinds ?? builtInKinds,
    replays,
    wakeWorker: wake.worker,
    replayGraceMs: parts.replayGraceMs ?? 10_000,
    now,
    ...(parts.validateWebhookTarget && { validateWebhookTarget: parts.validateWebhookTarget }),
  });
  return {
    execute,
    settle,
    submit,
    createSession: createCreateSession({
      pageSessions: store.pageSessions,
      submit,
      lastsMs: parts.sessionTtlMs ?? usualSessionTtlMs,
    }),
    keepFile: createKeepFile({ store, plans, now }),
    readSitemap: createReadSitemap(parts.loadSitemap),
    submitBatch: createSubmitBatch({
      store,
      plans,
      now,
      wakeWorker: wake.worker,
      ...(parts.validateWebhookTarget && { validateWebhookTarget: parts.validateWebhookTarget }),
    }),
    endBatches: createEndBatches({
      store,
      batchDeliveryFor: parts.batchDeliveryFor ?? (() => undefined),
      wakeDeliverer: wake.deliverer,
    }),
    submitRun: createSubmitRun({
      store,
      plans,
      kinds: parts.kinds ?? builtInKinds,
      settle,
      wakeWorker: wake.worker,
      now,
    }),
    rulesFor: (account) => ({
      allowHttpWebhook,
      maxTimeoutS,
      maxDurationS,
      ...(parts.kinds && { kinds: parts.kinds }),
      // Without the feature, the error must name the plan first.
      ...(limitsOf(account, plans).features.ip_location ? { locations } : {}),
    }),
    async peek(account, request) {
      checkFeatures(account, request, plans);
      if (request.async) return undefined;
      const kept = await parts.cache?.peek({ scope: account.id, request });
      if (kept === undefined) return undefined;
      const { hit: _, ...outcome } = kept;
      return { ...outcome, cache: 'HIT', queueMs: 0 };
    },
    once: (request, work) => doOnce(replays, request, work),
  };
}
