import { pageOrigin, parseRequest, RenderError, type RenderRequest } from '@tintype/contract';
import { metadataHeaders } from '@tintype/contract/headers';
import {
  accountStorageFull,
  keepResult,
  limitsOf,
  type Account,
  type KeptResult,
  type RequestClaim,
  type RequestSuccess,
} from '@tintype/store';
import { holdLease } from './lease.ts';
import { whatNext } from './what-next.ts';
import type { RequestEnd, WorkerOptions } from './worker-options.ts';

/**
 * How often a request may be begun, whatever ended it. A killed process seldom is the fault of what it rendered, whose browser is a
 * process of its own; one that does take the process with it ends here.
 */
const maxBegins = 10;

/** The options with their defaults. */
export type WorkerParts = WorkerOptions &
  Required<Pick<WorkerOptions, 'leaseMs' | 'retryDelaysMs'>>;

/** A claimed request, whose it is, and what to call when its render starts. */
export interface Work {
  claim: RequestClaim;
  account: Account | undefined;
  onStart: () => void;
}

/**
 * Brings one claimed request to its end, or back into the queue. Never rejects.
 *
 * Whatever it writes about the request it writes with the token of the claim: if the request is somebody else's by then, nothing is written.
 */
export async function workOnClaim(
  work: Work,
  parts: WorkerParts,
  stopping: AbortSignal,
): Promise<void> {
  const { claim } = work;
  const { store, leaseMs, onWarning } = parts;
  const lost = new AbortController();
  const letGo = holdLease(claim, {
    requests: store.requests,
    leaseMs,
    onLost: () => lost.abort(),
    onWarning,
  });
  try {
    await render(work, parts, AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    const { id } = claim.request;
    if (lost.signal.aborted) {
      onWarning?.(`Request ${id} took longer than its lease, and was left to others.`);
      return;
    }
    try {
      await afterFailure(claim, stopping.aborted ? stopping.reason : error, parts);
    } catch (trouble) {
      // Its lease ends, and whoever claims it then tries again.
      onWarning?.(`What came of request ${id} could not be written.`, trouble);
    }
  } finally {
    letGo();
  }
}

async function render(
  { claim, account, onStart }: Work,
  parts: WorkerParts,
  signal: AbortSignal,
): Promise<void> {
  const { perform, plans, store, rules = {} } = parts;
  const { api, parameters, tries, createdAt: acceptedAt } = claim.request;
  if (tries > maxBegins) {
    throw new RenderError(
      'internal',
      `It was begun ${tries - 1} times, and each time the process that did it ended in the middle.`,
    );
  }
  if (claim.request.unreadable) {
    throw new RenderError('storage_failed', 'The parameters of this request cannot be decrypted.');
  }
  if (!account || account.status === 'revoked') throw new RenderError('unauthorized');
  signal.throwIfAborted();
  const { storedBytes } = limitsOf(account, plans);
  const kept = await store.capacity.kept(account.id);
  if (kept.storedBytes >= storedBytes) throw accountStorageFull(storedBytes);
  const { request } = parseRequest({ ...parameters, kind: api }, rules);
  const work = perform({ account, request, signal, reserved: true, acceptedAt, onStart });
  const { result, cache } = await untilAborted(work, signal);
  const { body, extension, mediaType } = result;
  const content = { body, extension, mediaType, ...nameOf(request) };
  const expiresAt = parts.now() + request.cache_ttl * 1000;
  const done = await keepResult(store, account.id, content, expiresAt);
  const metadata = metadataHeaders(result.metadata, request);
  await succeed(claim, done, { counts: cache !== 'HIT', storedBytes, metadata }, parts);
}

function nameOf({ attachment_name: attachmentName }: RenderRequest): { attachmentName?: string } {
  return attachmentName === undefined ? {} : { attachmentName };
}

async function succeed(
  claim: RequestClaim,
  { file, discard }: KeptResult,
  success: Omit<RequestSuccess, 'file'>,
  parts: WorkerParts,
): Promise<void> {
  const { store, deliveryFor, wakeDeliverer } = parts;
  const { request } = claim;
  let isKept = false;
  try {
    const delivery = deliveryFor(request, { file, createdAt: request.createdAt });
    isKept = await store.requests.succeed(claim, { file, ...success }, delivery);
    if (isKept && delivery) wakeDeliverer();
    if (isKept) tellEnd(claim, 'succeeded', parts);
  } catch (error) {
    if (!(error instanceof RenderError && error.code === 'account_storage_full')) throw error;
    // It was rendered all the same.
    await fail(claim, error, success.counts, parts);
  } finally {
    // Nothing points at it: the request is somebody else's, or could not be written.
    if (!isKept) await discard();
  }
}

async function afterFailure(
  claim: RequestClaim,
  problem: unknown,
  parts: WorkerParts,
): Promise<void> {
  const { store, now, retryDelaysMs, onWarning } = parts;
  const { request } = claim;
  const error = RenderError.from(problem);
  const next = whatNext(error, request.tries, retryDelaysMs.length + 1);
  if (next === 'put back') {
    await store.requests.putBack(claim);
    return;
  }
  if (error.code === 'internal') {
    onWarning?.(`Request ${request.id} failed inside Tintype.`, error.cause ?? error);
  }
  if (next === 'retry') {
    await store.requests.retryLater(claim, now() + (retryDelaysMs[request.tries - 1] ?? 0));
    return;
  }
  await fail(claim, error, error.charged, parts);
}

async function fail(
  claim: RequestClaim,
  error: RenderError,
  counts: boolean,
  parts: WorkerParts,
): Promise<void> {
  const { store, deliveryFor, wakeDeliverer } = parts;
  const { request } = claim;
  const body = error.toBody();
  const delivery = deliveryFor(request, { error: body, createdAt: request.createdAt });
  const failure = { error: body, counts };
  if (!(await store.requests.fail(claim, failure, delivery))) return;
  if (delivery) wakeDeliverer();
  tellEnd(claim, error, parts);
}

function tellEnd(
  { request }: RequestClaim,
  outcome: RequestEnd['outcome'],
  { onEnd, now }: WorkerParts,
): void {
  const durationMs = Math.max(0, now() - request.createdAt);
  onEnd?.({ request, outcome, page: pageOrigin(request.parameters), durationMs });
}

/** Work that does not listen must not hold up the end. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
