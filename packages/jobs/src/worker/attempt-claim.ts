import { pageOrigin, RenderError } from '@tintype/contract';
import { untilAborted } from '@tintype/core';
import { accountStorageFull, limitsOf, type Account, type RequestClaim } from '@tintype/store';
import type { Job, Outcome } from '../execute/job.ts';
import { claimRecord } from '../finish/job-records.ts';
import {
  isStorageTrouble,
  retryWhileStorageDown,
  type StorageRetry,
} from './retry-while-storage-down.ts';
import { holdLease } from './lease.ts';
import type { ClaimedWork, WorkerParts, QueuedEnd } from './worker-options.ts';
import { putBackUnknown } from './put-back-unknown.ts';
import { readJob } from './read-job.ts';

/** Maximum starts of a job, whatever ended them: it may be what kills the process. */
const maxStarts = 10;

/**
 * Pause before a job is claimed again while storage is away: some forty visits to a page in a day.
 */
const storagePauseMs = (ageMs: number) => Math.max(3_000, ageMs / 10);

/** Time after queueing a request waits for storage or a remote browser. */
const longestWaitMs = 24 * 60 * 60_000;

/**
 * Runs a claimed job once: it ends or is queued again. Never rejects. Writes only while the claim
 * is current.
 */
export async function attemptClaim(
  work: ClaimedWork,
  parts: WorkerParts,
  stopping: AbortSignal,
): Promise<void> {
  const { claim } = work;
  const { store, leaseMs, onWarning } = parts;
  if (await putBackUnknown(work, parts)) return;
  const lost = new AbortController();
  let hasResult = false;
  const onResult = () => void (hasResult = true);
  const release = holdLease(claim, {
    requests: store.requests,
    leaseMs,
    hasResult: () => hasResult,
    onLost: () => lost.abort(),
    onWarning,
  });
  try {
    const signal = AbortSignal.any([stopping, lost.signal]);
    await attempt({ ...work, onResult }, parts, signal);
  } catch (error) {
    const { id } = claim.request;
    try {
      if (lost.signal.aborted) {
        if (!(await reportIfEnded(claim, parts)))
          onWarning?.(`Request ${id} took longer than its lease, and was left to others.`);
        return;
      }
      await afterFailure(claim, stopping.aborted ? stopping.reason : error, parts);
    } catch (trouble) {
      // Its lease expires, and the next claim retries.
      onWarning?.(`What came of request ${id} could not be written.`, trouble);
    }
  } finally {
    release();
  }
}

async function attempt(
  { claim, account, onSlot, onHeld, onResult }: ClaimedWork & { onResult: () => void },
  parts: WorkerParts,
  signal: AbortSignal,
): Promise<void> {
  const { execute, plans, store, holdMs, onWarning } = parts;
  const { id, createdAt, traceparent, batchId } = claim.request;
  const wanted = readClaim(claim, parts);
  if (!account || account.status === 'revoked') throw new RenderError('unauthorized');
  signal.throwIfAborted();
  const { storedBytes } = limitsOf(account, plans);
  const kept = await store.capacity.kept(account.id);
  if (kept.storedBytes >= storedBytes) throw accountStorageFull(storedBytes);
  const { token } = claim;
  const work = execute({
    id,
    account,
    ...wanted,
    signal,
    isQueued: true,
    ...(batchId !== undefined && { group: batchId }),
    token,
    createdAt,
    onSlot,
    traceparent,
  });
  // Work that does not listen must not hold up the end.
  const outcome = await untilAborted(work, signal);
  onResult();
  const onFirstFailure = (cause: unknown) => {
    onHeld();
    onWarning?.(`The result of request ${id} cannot be kept now; it is held.`, cause);
  };
  const hold = retryWhileStorageDown({ signal, holdMs, onHeld: onFirstFailure });
  await succeed(claim, outcome, { account, request: wanted.request, hold }, parts);
}

/** The request as it was queued. */
function readClaim(
  { request: { kind, parameters, attempts, unreadable } }: RequestClaim,
  { rules }: WorkerParts,
): Pick<Job, 'request' | 'outputs'> {
  if (attempts > maxStarts) {
    throw new RenderError(
      'internal',
      `It was started ${attempts - 1} times, and each time the process that did it ended in the middle.`,
    );
  }
  if (unreadable) {
    throw new RenderError('storage_failed', 'The parameters of this request cannot be decrypted.');
  }
  return readJob({ kind, parameters }, rules);
}

interface SucceedParts {
  account: Account;
  request: Job['request'];
  hold: StorageRetry;
}

async function succeed(
  claim: RequestClaim,
  { result, outputs, hits, cache }: Pick<Outcome, 'result' | 'outputs' | 'hits' | 'cache'>,
  { hold, ...asked }: SucceedParts,
  parts: WorkerParts,
): Promise<void> {
  const counts = cache !== 'HIT';
  const record = claimRecord(parts.store.requests, claim, counts, hits);
  const several = outputs === undefined ? {} : { outputs };
  try {
    if (await parts.settle.succeed(record, { ...asked, result, ...several }, hold))
      reportEnd(claim, 'succeeded', parts);
    else await reportIfEnded(claim, parts);
  } catch (error) {
    if (!(error instanceof RenderError && error.code === 'account_storage_full')) throw error;
    // It was rendered all the same.
    await fail(claim, error, { counts, hits }, parts);
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
  const ageMs = now() - request.createdAt;
  if (isStorageTrouble(error) && !request.unreadable && ageMs < longestWaitMs) {
    const until = Math.round(now() + storagePauseMs(ageMs));
    if (!(await store.requests.putBack(claim, until))) await reportIfEnded(claim, parts);
    return;
  }
  if (parts.mayRender && error.code === 'browser_unavailable' && ageMs < longestWaitMs) {
    // The page was not visited.
    await store.requests.putBack(claim, now() + (retryDelaysMs[0] ?? 0));
    return;
  }
  const next = afterAttempt(error, request.attempts, retryDelaysMs.length + 1);
  if (next === 'put back') {
    await store.requests.putBack(claim);
    return;
  }
  if (error.code === 'internal') {
    onWarning?.(`Request ${request.id} failed inside Tintype.`, error.cause ?? error);
  }
  if (next === 'retry') {
    await store.requests.retryLater(claim, now() + (retryDelaysMs[request.attempts - 1] ?? 0));
    return;
  }
  // What failed as a whole counts once, however many files were asked for.
  await fail(claim, error, { counts: error.charged, hits: 1 }, parts);
}

async function fail(
  claim: RequestClaim,
  error: RenderError,
  { counts, hits }: { counts: boolean; hits: number | undefined },
  parts: WorkerParts,
): Promise<void> {
  const record = claimRecord(parts.store.requests, claim, counts, hits);
  if (await parts.settle.fail(record, error)) reportEnd(claim, error, parts);
}

/**
 * Reports a commit whose reply was lost: a request that ended with this claim's attempt count was
 * ended by it.
 */
async function reportIfEnded(claim: RequestClaim, parts: WorkerParts): Promise<boolean> {
  const { id, attempts } = claim.request;
  const found = await parts.store.requests.get(id);
  const isOurs = found?.status === 'succeeded' && found.attempts === attempts;
  if (isOurs) reportEnd(claim, 'succeeded', parts);
  return isOurs;
}

function reportEnd(
  { request }: RequestClaim,
  outcome: QueuedEnd['outcome'],
  { onEnd, now }: WorkerParts,
): void {
  const durationMs = Math.max(0, now() - request.createdAt);
  onEnd?.({ request, outcome, page: pageOrigin(request.parameters), durationMs });
}

/** Consequence of a failed attempt for a queued job. */
type Next = 'fail' | 'retry' | 'put back';

/** Decides what follows a failed attempt; `attempts` includes it. */
function afterAttempt({ info }: RenderError, attempts: number, maxAttempts: number): Next {
  if (info.queued === 'put back') return 'put back';
  return info.queued === 'retry' && attempts < maxAttempts ? 'retry' : 'fail';
}
