import { RenderError } from '@tintype/contract';
import {
  keepResult,
  maxCheckAgeMs,
  type CheckClaim,
  type CheckEnd,
  type NewDelivery,
  type StoredRequest,
  type Task,
} from '@tintype/store';
import { assess } from './assess.ts';
import type { Assessment, Run } from './assessment.ts';
import { checkToJson, contentFiles, contentOf, type CheckContent } from './check-content.ts';
import { createCompareSnapshots } from './compare-snapshots.ts';
import type { AssessorOptions, MonitorNotice } from './assessor-options.ts';
import { findRun, readerOf } from './find-run.ts';
import type { MonitorRequest, MonitorTask } from './monitor-request.ts';
import { filesOf, readState, stateFilesMs, stateFor, type FileRef } from './monitor-state.ts';
import { runOf } from './run-of.ts';

/** After so many attempts, in about 17 minutes, a check has failed. */
export const maxAttempts = 6;
/** A file stays for so long before its check is written, which may never happen. */
const unheldMs = 60 * 60_000;

/** `stop`: the process ends. `ends`: then, and after the maximum time of a check. */
interface CheckSignals {
  stop: AbortSignal;
  ends: AbortSignal;
}

/** Compares a finished run, and writes its check; again if its monitor was changed meanwhile. */
export async function checkRun(
  claim: CheckClaim,
  { stop, ends }: CheckSignals,
  options: AssessorOptions,
) {
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
