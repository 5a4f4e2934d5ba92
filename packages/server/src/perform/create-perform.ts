import { RenderError, type RenderRequest } from '@tintype/contract';
import type { Renderer, RenderResult } from '@tintype/core';
import { accountConcurrency, type Limiter, type SlotRequest } from '@tintype/jobs';
import { limitsOf, refusedRequest, type Account, type Plans, type Usage } from '@tintype/store';
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
  /**
   * It may have the result of an equal one under way, and give its own; and where a part of the result is asked for, that of a video just
   * made. Of requests that change nothing (GET). Default: it is rendered for itself.
   */
  sharing?: 'whole' | 'part';
  /** Files beside its HTML. What is made of them is not cached. */
  assets?: Readonly<Record<string, Uint8Array>>;
  /** When it was asked for, in Unix milliseconds. Default: now. */
  acceptedAt?: number;
  /**
   * Keeps what came of it, before it counts: when that fails, the render has failed, and counts nothing. With the place in the quota that is
   * held for it, if any, which can be settled together with what is kept.
   */
  keep?(performed: Performed, reservationId: string | undefined): Promise<void>;
  /** Called when it has its slot. What comes out of the cache needs none. */
  onStart?(): void;
}

/** What came of a {@link Job}. */
export interface Performed {
  result: RenderResult;
  /** Only where the request asked for the cache. A hit counts against no quota. */
  cache?: 'HIT' | 'MISS';
  /** Until when the cache keeps it, in Unix milliseconds; absent where it does not. */
  expiresAt?: number;
  /** A video that is there for a moment, for whoever asks for a part of it. */
  isRecent?: boolean;
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
  ): Promise<{ result: RenderResult; hit: boolean; expiresAt?: number }>;
}

/** Equal requests under way that nobody wanted kept. */
export interface PerformSharing {
  through(
    wanted: { scope: string; request: RenderRequest; signal: AbortSignal; isPart: boolean },
    produce: (signal: AbortSignal) => Promise<RenderResult>,
  ): Promise<{ result: RenderResult; isRecent: boolean }>;
}

/** What a render of an account goes through. */
export interface PerformParts {
  renderer: Pick<Renderer, 'render'>;
  usage: Pick<Usage, 'reserve' | 'settle' | 'release'>;
  plans: Plans;
  /** Bounds how many run at once, and how many wait. */
  limiter: Pick<Limiter, 'run' | 'check' | 'concurrency'>;
  /** Without it `cache` has no effect. */
  cache?: PerformCache;
  /** Without it `sharing` of a job has no effect. */
  sharing?: PerformSharing;
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
      const done = await keptAndCounted(parts, job, waited);
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
  const known = RenderError.from(error, signal);
  // Which plugin of the operator failed is for the log, and not for clients.
  return known.code === 'internal'
    ? new RenderError('internal', undefined, { cause: error })
    : known;
}

interface Waited {
  queueMs: number;
}

/** The place in the quota of a render that has succeeded, until it is known whether its result could be kept. */
interface Charge {
  reservationId?: string;
  /** Whoever asked has left: the render goes on for others, and counts when it ends. */
  isLeft?: boolean;
}

/** A render counts when its result is kept, and not before: a full disk must not bill and answer an error. */
async function keptAndCounted(parts: PerformParts, job: Job, waited: Waited): Promise<Performed> {
  const { usage } = parts;
  const charge: Charge = {};
  let performed: Performed;
  try {
    performed = await throughCache(parts, job, waited, charge);
  } catch (error) {
    charge.isLeft = true;
    if (charge.reservationId !== undefined) await usage.settle(charge.reservationId);
    throw error;
  }
  const { reservationId } = charge;
  try {
    await job.keep?.(performed, reservationId);
  } catch (error) {
    // What does not fit into the account's own room was rendered all the same.
    const isOwn = error instanceof RenderError && error.code === 'account_storage_full';
    if (reservationId !== undefined) {
      await (isOwn ? usage.settle(reservationId) : usage.release(reservationId));
    }
    throw error;
  }
  if (reservationId !== undefined) await usage.settle(reservationId);
  return performed;
}

async function throughCache(
  parts: PerformParts,
  job: Job,
  waited: Waited,
  charge: Charge,
): Promise<Performed> {
  const { request, signal, account } = job;
  const { cache, sharing } = parts;
  const produce = (until: AbortSignal) => counted(parts, { ...job, signal: until }, waited, charge);
  if (!request.cache || cache === undefined || job.assets !== undefined) {
    if (job.sharing !== undefined && sharing !== undefined && job.assets === undefined) {
      const wanted = { scope: account.id, request, signal, isPart: job.sharing === 'part' };
      const { result, isRecent } = await sharing.through(wanted, produce);
      return { result, isRecent, queueMs: waited.queueMs };
    }
    const result = await produce(signal);
    return { result, queueMs: waited.queueMs };
  }
  const wanted = { scope: account.id, request, ttlSeconds: request.cache_ttl, signal };
  const { hit, ...cached } = await cache.through(wanted, produce);
  return { ...cached, cache: hit ? 'HIT' : 'MISS', queueMs: waited.queueMs };
}

/** Holds a place in the quota during the render. One that succeeds still has it, and one that fails in a way that counts keeps it. */
async function counted(
  parts: PerformParts,
  job: Job,
  waited: Waited,
  charge: Charge,
): Promise<RenderResult> {
  const { account, signal } = job;
  if (job.reserved === true) return queued(parts, job, waited);
  const { usage, plans, limiter } = parts;
  const limits = limitsOf(account, plans);
  // Two writes for each refusal would be slow just when there are many of them.
  limiter.check(slotOf(job, parts));
  const reservation = await usage.reserve(account.id, limits.quotaPerMonth);
  if (reservation === undefined) throw refusedRequest('quota_exceeded', limits);
  let result: RenderResult;
  try {
    signal.throwIfAborted();
    result = await queued(parts, job, waited);
  } catch (error) {
    const isCharged = error instanceof RenderError && error.charged;
    await (isCharged ? usage.settle(reservation) : usage.release(reservation));
    throw error;
  }
  if (charge.isLeft) await usage.settle(reservation);
  else charge.reservationId = reservation;
  return result;
}

async function queued(parts: PerformParts, job: Job, waited: Waited): Promise<RenderResult> {
  const { request, signal } = job;
  const options = {
    signal,
    ...slotOf(job, parts),
    priority: job.reserved === true ? ('background' as const) : ('interactive' as const),
  };
  let heldMs = () => 0;
  try {
    const result = await parts.limiter.run((slot) => {
      waited.queueMs = slot.waitedMs;
      heldMs = slot.heldMs;
      job.onStart?.();
      const upstream = pickUpstream(parts.upstreams, request.ip_location);
      return parts.renderer.render(withoutCallback(request), {
        signal,
        scope: job.account.id,
        ...(upstream === undefined ? {} : { upstream }),
        ...(job.assets === undefined ? {} : { assets: job.assets }),
      });
    }, options);
    signal.throwIfAborted();
    return result;
  } catch (error) {
    // How long it held its slot decides whether some failures count.
    throw toRenderError(error, signal).afterHolding(heldMs());
  }
}

/** Whose slot it is, and what it has to be able to do. */
function slotOf(
  { account, request }: Job,
  { plans, limiter }: Pick<PerformParts, 'plans' | 'limiter'>,
): Pick<SlotRequest, 'account' | 'accountConcurrency' | 'records'> {
  return {
    account: account.id,
    accountConcurrency: accountConcurrency(account, plans, limiter.concurrency),
    records: request.kind === 'screencast',
  };
}

/** Whether a callback may be made is the operator's to say, and the engine does not know what was said. */
function withoutCallback(request: RenderRequest): RenderRequest {
  const { webhook_url: _url, ...rest } = request;
  return rest;
}
