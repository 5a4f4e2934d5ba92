import { RenderError, type RenderRequest } from '@tintype/contract';
import type { Renderer, RenderResult } from '@tintype/core';
import type { Gate, GateRun } from '@tintype/queue';
import { limitsOf, type Account, type Plans, type Usage } from '@tintype/store';
import type { Observer } from '../observe/observer.ts';
import { checkFeatures } from './check-features.ts';
import { pickUpstream, type Upstreams } from './pick-upstream.ts';

/** One render of an account. */
export interface Job {
  account: Account;
  request: RenderRequest;
  /** Aborted when nobody wants the result any longer. */
  signal: AbortSignal;
  /** It was accepted earlier, and its place in the quota is held and settled by whoever accepted it. */
  reserved?: boolean;
  /** When it was asked for, in Unix milliseconds. Default: now. */
  acceptedAt?: number;
}

/** What came of a {@link Job}. */
export interface Performed {
  result: RenderResult;
  /** Only where the request asked for the cache. A hit counts against no quota. */
  cache?: 'HIT' | 'MISS';
  /** Milliseconds that it waited for its turn. */
  queueMs: number;
}

/** Does one render for an account: plan, cache, quota, queue, engine. */
export type Perform = (job: Job) => Promise<Performed>;

/** Results that were kept. Equal requests under way are rendered once. */
export interface PerformCache {
  through(
    wanted: { scope: string; request: RenderRequest; ttlSeconds: number; signal: AbortSignal },
    produce: (signal: AbortSignal) => Promise<RenderResult>,
  ): Promise<{ result: RenderResult; hit: boolean }>;
}

/** What a render of an account goes through. */
export interface PerformParts {
  renderer: Pick<Renderer, 'render'>;
  usage: Pick<Usage, 'reserve' | 'settle' | 'release'>;
  plans: Plans;
  /** Bounds how many run at once, and how many wait. */
  gate: Pick<Gate, 'run' | 'check'>;
  /** Without it `cache` has no effect. */
  cache?: PerformCache;
  /** Proxies by the values of `ip_location`. */
  upstreams?: Upstreams;
  observer?: Observer;
  /** Unix milliseconds. */
  now: () => number;
}

/** Makes the one way in which renders of accounts are done, for answers at once and for those accepted earlier. */
export function createPerform(parts: PerformParts): Perform {
  return async (job) => {
    const acceptedAt = job.acceptedAt ?? parts.now();
    const waited = { queueMs: 0 };
    const tell = (outcome: Parameters<Observer['rendered']>[0]['outcome'], done?: Performed) =>
      parts.observer?.rendered({
        operation: job.request.kind,
        mode: job.reserved === true ? 'queued' : 'direct',
        outcome,
        queueMs: waited.queueMs,
        totalMs: Math.max(0, parts.now() - acceptedAt),
        timings: done === undefined || done.cache === 'HIT' ? [] : done.result.timings,
        ...(done?.cache === undefined ? {} : { cache: done.cache }),
      });
    try {
      checkFeatures(job.account, job.request, parts.plans);
      const done = await throughCache(parts, job, waited);
      tell('succeeded', done);
      return done;
    } catch (error) {
      const failure = toRenderError(error, job.signal);
      tell(failure.code);
      throw failure;
    }
  };
}

/** What ended a render, in the words of the error table. */
function toRenderError(error: unknown, signal: AbortSignal): RenderError {
  if (error instanceof RenderError) return error;
  if (signal.reason instanceof RenderError) return signal.reason;
  return new RenderError(signal.aborted ? 'cancelled' : 'internal', undefined, { cause: error });
}

interface Waited {
  queueMs: number;
}

async function throughCache(parts: PerformParts, job: Job, waited: Waited): Promise<Performed> {
  const { request, signal, account } = job;
  const { cache } = parts;
  const produce = (until: AbortSignal) => counted(parts, { ...job, signal: until }, waited);
  if (!request.cache || cache === undefined) {
    const result = await produce(signal);
    return { result, queueMs: waited.queueMs };
  }
  const wanted = { scope: account.id, request, ttlSeconds: request.cache_ttl, signal };
  const { result, hit } = await cache.through(wanted, produce);
  return { result, cache: hit ? 'HIT' : 'MISS', queueMs: waited.queueMs };
}

/** Holds a place in the quota during the render; only a render that succeeds keeps it. */
async function counted(parts: PerformParts, job: Job, waited: Waited): Promise<RenderResult> {
  const { account, signal } = job;
  if (job.reserved === true) return queued(parts, job, waited);
  const { usage, plans, gate } = parts;
  const { quotaPerMonth: quota } = limitsOf(account, plans);
  // Two writes for each refusal would be slow just when there are many of them.
  gate.check(placeOf(job, plans));
  const reservation = await usage.reserve(account.id, quota);
  if (reservation === undefined) throw quotaExceeded(quota);
  let result: RenderResult;
  try {
    signal.throwIfAborted();
    result = await queued(parts, job, waited);
    signal.throwIfAborted();
  } catch (error) {
    await usage.release(reservation);
    throw error;
  }
  await usage.settle(reservation);
  return result;
}

/** The error of an account whose month is used up. */
export function quotaExceeded(quota: number): RenderError {
  return new RenderError(
    'quota_exceeded',
    `The quota of ${quota} render${quota === 1 ? '' : 's'} a month is used up.`,
  );
}

function queued(parts: PerformParts, job: Job, waited: Waited): Promise<RenderResult> {
  const { request, signal } = job;
  const turn = {
    signal,
    ...placeOf(job, parts.plans),
    priority: job.reserved === true ? ('background' as const) : ('interactive' as const),
  };
  return parts.gate.run(({ waitedMs }) => {
    waited.queueMs = waitedMs;
    const upstream = pickUpstream(parts.upstreams, request.ip_location);
    return parts.renderer.render(withoutCallback(request), {
      signal,
      ...(upstream === undefined ? {} : { upstream }),
    });
  }, turn);
}

/** Whose place in the queue it is. */
function placeOf({ account }: Job, plans: Plans): Pick<GateRun, 'account' | 'accountConcurrency'> {
  const { concurrency } = limitsOf(account, plans);
  return {
    account: account.id,
    ...(concurrency === undefined ? {} : { accountConcurrency: concurrency }),
  };
}

/** Whether a callback may be made is the operator's to say, and the engine does not know what was said. */
function withoutCallback(request: RenderRequest): RenderRequest {
  const { webhook_url: _url, ...rest } = request;
  return rest;
}
