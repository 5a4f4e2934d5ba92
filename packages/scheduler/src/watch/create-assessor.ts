import { RenderError, type ParseOptions } from '@tintype/contract';
import type { MonitorEvent } from '@tintype/contract/wire';
import {
  createPoller,
  keepResult,
  maxCheckAgeMs,
  type CheckClaim,
  type CheckEnd,
  type NewDelivery,
  type Store,
  type StoredRequest,
  type Task,
} from '@tintype/store';
import { assess } from './assess.ts';
import type { Assessment, Run } from './assessment.ts';
import { checkToJson, contentFiles, contentOf, type CheckContent } from './check-content.ts';
import { createCompareSnapshots } from './compare-snapshots.ts';
import { readMonitorRequest, type MonitorRequest, type MonitorTask } from './monitor-request.ts';
import { filesOf, readState, stateFor, type FileRef } from './monitor-state.ts';
import { runOf } from './run-of.ts';

/** A check that was written. */
export interface CheckReport {
  taskId: number;
  accountId: string;
  requestId: string;
  outcome: Assessment['outcome'];
  events: readonly MonitorEvent['event'][];
  durationMs: number;
}

/** An event, and where it is to be sent. */
export interface MonitorNotice {
  event: MonitorEvent;
  task: Task & MonitorTask;
  requestId: string;
  webhook: MonitorRequest['webhook'];
}

export interface AssessorOptions extends ParseOptions {
  store: Pick<
    Store,
    'accounts' | 'tasks' | 'monitors' | 'requests' | 'files' | 'fileBytes' | 'now'
  >;
  /** Writes the webhook and the notifications of an event. */
  deliveriesFor(notice: MonitorNotice): readonly NewDelivery[];
  wakeScheduler(): void;
  wakeDeliverer(): void;
  onCheck?(report: CheckReport): void;
  onWarning?(message: string, cause?: unknown): void;
  /** Interval of looking for runs that finished, in ms. Default 1,000. */
  pollMs?: number;
  /** Maximum time of a check, in ms: then it has failed. Default 120,000. */
  deadlineMs?: number;
  /** Maximum concurrent checks, each of another account. Default 2. */
  concurrency?: number;
}

/** Compares the finished runs of monitors in the background. */
export interface Assessor {
  start(): void;
  /** Puts back the checks under way. */
  stop(): Promise<void>;
  wake(): void;
}

/** Beyond the time of a check: a lease ends only if its process is gone or stuck. */
const leaseMarginMs = 60_000;
/** After so many attempts, in about 17 minutes, a check has failed. */
const maxAttempts = 6;
/** After so many, it is removed: its failure cannot be written either. */
const maxClaims = 2 * maxAttempts;
const troubleMs = 5_000;
const maxPauseMs = 600_000;
/** The files of accepted states stay for so long after the last check. */
export const stateFilesMs = 400 * 24 * 60 * 60_000;
/** A file stays for so long before its check is written, which may never happen. */
const unheldMs = 60 * 60_000;
/** Larger files are not compared. */
const maxFileBytes = 67_108_864;

/**
 * Creates an assessor. Several can share a store: each check is written once, in one transaction
 * with the state of its monitor, its webhooks and the next run.
 */
export function createAssessor(options: AssessorOptions): Assessor {
  const { store, onWarning, pollMs = 1_000, concurrency = 2 } = options;
  const { deadlineMs = 120_000 } = options;
  const underWay = new Set<Promise<void>>();
  let stopping = new AbortController();
  const warn = (error: unknown) =>
    onWarning?.('A run of a monitor could not be checked; it is tried again.', error);

  async function work(claim: CheckClaim, signal: AbortSignal): Promise<void> {
    try {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
      await check(claim, { stop: signal, ends }, options);
    } catch (error) {
      if (signal.aborted) return store.monitors.putBack(claim);
      warn(error);
      if (claim.token >= maxClaims) return store.monitors.drop(claim);
      // Another check of this account must not wait.
      const pauseMs = Math.min(maxPauseMs, troubleMs * 4 ** (claim.token - 1));
      await store.monitors.putBack(claim, store.now() + pauseMs);
    }
  }

  function begin(claim: CheckClaim): void {
    const one = work(claim, stopping.signal)
      .catch(warn)
      .finally(() => {
        underWay.delete(one);
        poller.wake();
      });
    underWay.add(one);
  }

  const poller = createPoller({
    async look() {
      if (underWay.size >= concurrency) return pollMs;
      const claim = await store.monitors.claim(deadlineMs + leaseMarginMs);
      if (claim === undefined) return pollMs;
      begin(claim);
      return 0;
    },
    onTrouble: warn,
    troubleMs,
  });

  return {
    start() {
      if (stopping.signal.aborted) stopping = new AbortController();
      poller.start();
    },
    async stop() {
      await poller.stop();
      stopping.abort();
      await Promise.all(underWay);
    },
    wake: poller.wake,
  };
}

/** `stop`: the process ends. `ends`: then, and after the maximum time of a check. */
interface CheckSignals {
  stop: AbortSignal;
  ends: AbortSignal;
}

async function check(claim: CheckClaim, { stop, ends }: CheckSignals, options: AssessorOptions) {
  const { store, onCheck } = options;
  const startedAt = performance.now();
  for (;;) {
    const found = await findRun(claim, options);
    if (found === undefined) return store.monitors.drop(claim);
    const { task, asked, request } = found;
    const stored = await store.monitors.get(task.id);
    const known = readState(stored);
    const state = stateFor(claim.key ?? asked.key ?? known?.key ?? '', known);
    const run: Run =
      claim.token > maxAttempts
        ? { error: `This run could not be compared in ${maxAttempts} attempts.` }
        : found.error !== undefined && request.status === 'succeeded'
          ? { error: found.error }
          : runOf(request);
    const compare = createCompareSnapshots({
      watch: task.watch,
      read: readerOf(claim, store),
      signal: ends,
    });
    const assessment = await assess(state, run, task.watch, compare).catch((error: unknown) => {
      const reason = stop.aborted ? undefined : comparisonFailure(error, ends);
      if (reason === undefined) throw error;
      return assess(state, { error: `The comparison failed: ${reason}` }, task.watch, compare);
    });
    const overlay = await keepOverlay(claim, assessment, store);
    const content = contentOf(assessment, overlay);
    const end = endOf({ assessment, content, task, version: stored?.version ?? 0 });
    const notices = noticesOf(claim, {
      assessment,
      content,
      task,
      request,
      webhook: asked.webhook,
    });
    end.deliveries = notices.flatMap((notice) => options.deliveriesFor(notice));
    const written = await store.monitors.finish(claim, end);
    if (written === 'changed') continue;
    if (written === 'lost') return;
    if (end.runsAgain) options.wakeScheduler();
    if (end.deliveries.length > 0) options.wakeDeliverer();
    const { outcome, events } = assessment;
    const { taskId, accountId, requestId } = claim;
    const durationMs = performance.now() - startedAt;
    onCheck?.({ taskId, accountId, requestId, outcome, events, durationMs });
    return;
  }
}

/** Undefined for a failure of the store, after which the check is tried again. */
function comparisonFailure(error: unknown, ends: AbortSignal): string | undefined {
  if (ends.aborted) return 'it took too long.';
  const isOfFiles = error instanceof RenderError && error.code !== 'storage_failed';
  return isOfFiles ? error.message : undefined;
}

interface FoundRun {
  task: Task & MonitorTask;
  asked: Partial<Pick<MonitorRequest, 'key' | 'webhook'>>;
  /** Why the task can no longer be run. */
  error?: string;
  request: StoredRequest;
}

/** Undefined if nothing can be learned from the run: its task renders something else now. */
async function findRun(
  { taskId, accountId, requestId, key }: CheckClaim,
  options: AssessorOptions,
): Promise<FoundRun | undefined> {
  const { store } = options;
  const task = await store.tasks.find(taskId);
  const account = await store.accounts.get(accountId);
  const request = await store.requests.get(requestId);
  if (!task?.watch || task.unreadable || !request || !account || account.status === 'revoked') {
    return undefined;
  }
  const watched = { ...task, watch: task.watch };
  const { error, ...asked } = readAsked(watched, options);
  const isOther = key !== undefined && asked.key !== undefined && asked.key !== key;
  return isOther ? undefined : { task: watched, asked, request, ...(error && { error }) };
}

/** Rules that have changed since, such as a lower `max_timeout`, end the check as failed. */
function readAsked(
  task: MonitorTask,
  options: AssessorOptions,
): FoundRun['asked'] & { error?: string } {
  try {
    return readMonitorRequest(task, options);
  } catch (error) {
    if (error instanceof RenderError) return { error: error.message };
    throw error;
  }
}

function readerOf({ accountId }: CheckClaim, { files, fileBytes }: AssessorOptions['store']) {
  return async ({ name }: FileRef): Promise<Uint8Array | undefined> => {
    const file = await files.get(name);
    if (file === undefined || file.accountId !== accountId) return undefined;
    if (file.bytes > maxFileBytes) {
      const message = `Files of at most ${maxFileBytes} bytes are compared; got ${file.bytes}.`;
      throw new RenderError('invalid_request', message);
    }
    return fileBytes.read(file);
  };
}

/** Stores what differs, as an image. Without room for it, the check has none. */
async function keepOverlay(
  { accountId }: CheckClaim,
  { outcome, difference }: Assessment,
  store: AssessorOptions['store'],
): Promise<FileRef | undefined> {
  const body = outcome === 'changed' ? difference?.overlay : undefined;
  if (body === undefined) return undefined;
  const image = { body, extension: 'png', mediaType: 'image/png' };
  const { file, discard } = await keepResult(store, accountId, image, store.now() + unheldMs);
  try {
    await store.files.add(accountId, file);
    return { name: file.name, extension: file.extension, mediaType: file.mediaType };
  } catch (error) {
    await discard();
    if (error instanceof RenderError && error.code === 'account_storage_full') return undefined;
    throw error;
  }
}

function endOf({
  assessment,
  content,
  task,
  version,
}: {
  assessment: Assessment;
  content: CheckContent;
  task: MonitorTask;
  version: number;
}): CheckEnd & { deliveries: readonly NewDelivery[] } {
  const { outcome, state, runsAgain } = assessment;
  const names = (files: readonly FileRef[]) => files.map(({ name }) => name);
  return {
    task,
    outcome,
    content: JSON.stringify(content),
    files: { names: names(contentFiles(outcome, content)), forMs: maxCheckAgeMs },
    monitor: {
      state: JSON.stringify(state),
      version,
      files: { names: names(filesOf(state)), forMs: stateFilesMs },
    },
    deliveries: [],
    runsAgain,
    keep: task.watch.keep,
  };
}

function noticesOf(
  { requestId }: CheckClaim,
  {
    assessment,
    content,
    task,
    request,
    webhook,
  }: {
    assessment: Assessment;
    content: CheckContent;
    task: Task & MonitorTask;
    request: StoredRequest;
    webhook: MonitorRequest['webhook'];
  },
): MonitorNotice[] {
  const { outcome, events } = assessment;
  const json = checkToJson(
    { requestId, createdAt: request.createdAt, outcome },
    content,
    task.baseUrl,
  );
  const { id, name } = task;
  const told = { id, name, ...(request.url !== undefined && { url: request.url }) };
  return events.map((event) => ({
    event: { event, task: told, check: json },
    task,
    requestId,
    webhook,
  }));
}
