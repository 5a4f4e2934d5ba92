import { RenderError, type ParseOptions } from '@tintype/contract';
import type { MonitorEvent } from '@tintype/contract/wire';
import {
  createPoller,
  keepResult,
  type CheckClaim,
  type CheckEnd,
  type NewDelivery,
  type Store,
  type StoredRequest,
  type Task,
} from '@tintype/store';
import { assess, type Assessment, type Run } from './assess.ts';
import { checkToJson, contentFiles, contentOf, type CheckContent } from './check-content.ts';
import { createCompareSnapshots } from './compare-snapshots.ts';
import { readMonitorRequest, type MonitorRequest, type MonitorTask } from './monitor-request.ts';
import { filesOf, newState, readState, type FileRef } from './monitor-state.ts';
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
}

/** Compares the finished runs of monitors in the background, one after the other. */
export interface Assessor {
  start(): void;
  /** Puts back the check under way. */
  stop(): Promise<void>;
  wake(): void;
}

/** More than four comparisons of 60 s take. */
const leaseMs = 300_000;
/** A check that ended its process so often fails without another attempt. */
const maxAttempts = 3;
const troubleMs = 5_000;
/** The files of accepted states stay for so long after the last check. */
export const stateFilesMs = 400 * 24 * 60 * 60_000;
/** As long as checks. */
const checkFilesMs = 90 * 24 * 60 * 60_000;
/** Larger files are not compared. */
const maxFileBytes = 67_108_864;

/**
 * Creates an assessor. Several can share a store: each check is written once, in one transaction
 * with the state of its monitor, its webhooks and the next run.
 */
export function createAssessor(options: AssessorOptions): Assessor {
  const { store, onWarning, pollMs = 1_000 } = options;

  async function look(signal: AbortSignal): Promise<number> {
    const claim = await store.monitors.claim(leaseMs);
    if (claim === undefined) return pollMs;
    try {
      await check(claim, signal, options);
    } catch (error) {
      await store.monitors.putBack(claim, signal.aborted ? undefined : store.now() + troubleMs);
      if (!signal.aborted) throw error;
    }
    return 0;
  }

  return createPoller({
    look,
    onTrouble: (error) =>
      onWarning?.('A run of a monitor could not be checked; it is tried again.', error),
    troubleMs,
  });
}

async function check(claim: CheckClaim, signal: AbortSignal, options: AssessorOptions) {
  const { store, onCheck } = options;
  const startedAt = performance.now();
  for (;;) {
    const found = await findRun(claim, options);
    if (found === undefined) return store.monitors.drop(claim);
    const { task, asked, request } = found;
    const stored = await store.monitors.get(task.id);
    const known = readState(stored);
    const state = known?.key === claim.key ? known : newState(claim.key);
    const run: Run =
      claim.token > maxAttempts
        ? { error: 'The comparison of this run ended the service repeatedly.' }
        : runOf(request, state.baseline);
    const compare = createCompareSnapshots({
      watch: task.watch,
      read: readerOf(claim, store),
      signal,
    });
    const assessment = await assess(state, run, task.watch, compare).catch((error: unknown) => {
      const reason = signal.aborted ? undefined : comparisonFailure(error);
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
function comparisonFailure(error: unknown): string | undefined {
  const isOfFiles = error instanceof RenderError && error.code !== 'storage_failed';
  return isOfFiles ? error.message : undefined;
}

interface FoundRun {
  task: Task & MonitorTask;
  asked: Pick<MonitorRequest, 'webhook'>;
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
  const asked = readMonitorRequest(watched, options);
  return asked.key === key ? { task: watched, asked, request } : undefined;
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
  const { file, discard } = await keepResult(store, accountId, image, store.now() + checkFilesMs);
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
    outcome,
    content: JSON.stringify(content),
    files: { names: names(contentFiles(outcome, content)), forMs: checkFilesMs },
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
