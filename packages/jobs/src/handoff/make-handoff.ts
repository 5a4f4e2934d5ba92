import { RenderError } from '@tintype/contract';
import { compose } from '@tintype/core';
import type { HandoffClaim } from '@tintype/store';
import { createCharge } from '../execute/create-charge.ts';
import { jobError, type JobNext } from '../execute/job.ts';
import { limited } from '../execute/middleware/limited.ts';
import { renderJob } from '../execute/render-job.ts';
import { writeAnswer, type HandedEnd, type WrittenAnswer } from './handoff-answer.ts';
import { readHandoff } from './handoff-content.ts';
import { accountSessions } from '../sessions/account-sessions.ts';
import { retryWhileStorageDown } from '../worker/retry-while-storage-down.ts';
import type { HandoffWorkerOptions } from './handoff-worker-options.ts';

/** One that ends its process again and again is given up. */
const maxStarts = 3;

/** The longest pause between two attempts to write an answer, while the store does not take it. */
const answerPauseMs = 3_000;

/** Maximum time a render waits for a browser: less than the offering process waits for a worker. */
export const browserWaitMs = 50_000;

/** State of one claim. */
export interface HandoffWork {
  /** `shutting_down`: other workers may claim it. `cancelled`: there is no caller any more. */
  end: AbortController;
  onSlot: () => void;
  onFilesFailed: () => void;
  onNoBrowser: () => void;
}

/** Renders a claim, and responds; a render that another worker can still make is put back. */
export type MakeHandoff = (claim: HandoffClaim, work: HandoffWork) => Promise<void>;

export function createMakeHandoff(options: HandoffWorkerOptions): MakeHandoff {
  const { handoffs, onWarning, onSuccess, answerEveryMs = answerPauseMs } = options;
  const make = createMake(options);
  return async (claim, work) => {
    const { signal } = work.end;
    const made = await renderOne(claim, { ...work, make }, options);
    const code = made.error?.code;
    if (code === 'shutting_down') return handoffs.putBack(claim);
    if (options.mayRender && !signal.aborted && code === 'browser_unavailable') {
      work.onNoBrowser();
      // The page was not visited.
      if (options.now() - claim.offeredAt < browserWaitMs) return handoffs.putBack(claim);
    }
    // The offering process has gone.
    if (code === 'cancelled' && signal.aborted) return;
    if (code === 'internal') {
      onWarning?.('A render for another process failed inside Tintype.', made.error?.cause);
    }
    if (!made.error) onSuccess?.();
    const answer = await writeAnyAnswer(made, { ...work, ...options });
    const write = () => handoffs.answer(claim, answer.text);
    const fate = await answerAtLast(write, { signal, longestPauseMs: answerEveryMs });
    if (fate === 'unwanted') await answer.discard();
    // It may be stored, or not: then it is for others. Its files go with those that belong to
    // nothing.
    if (fate === 'unknown') await handoffs.putBack(claim);
  };
}

/** If results cannot be stored, the caller receives the error immediately. */
async function writeAnyAnswer(
  made: HandedEnd,
  { fileBytes, onWarning, onFilesFailed }: HandoffWorkerOptions & HandoffWork,
): Promise<WrittenAnswer> {
  try {
    return await writeAnswer(made, fileBytes);
  } catch (cause) {
    onFilesFailed();
    onWarning?.('A result could not be put into the files that workers and apis share.', cause);
    const message = 'The result could not be put into the files that workers and apis share.';
    const error = new RenderError('storage_failed', message);
    return writeAnswer({ error, queueMs: made.queueMs }, fileBytes);
  }
}

/**
 * Writes a response until it is stored, or until there is no caller any more; a worker that is
 * stopped tries once more.
 */
async function answerAtLast(
  write: () => Promise<boolean>,
  { signal, longestPauseMs }: { signal: AbortSignal; longestPauseMs: number },
): Promise<'stored' | 'unwanted' | 'unknown'> {
  let isInDoubt = false;
  const onHeld = () => void (isInDoubt = true);
  const isPassing = () => true;
  const hold = retryWhileStorageDown({
    signal,
    holdMs: Infinity,
    longestPauseMs,
    isPassing,
    onHeld,
  });
  try {
    if (await hold(write)) return 'stored';
    // An attempt that seemed to fail may have been stored, and its answer be read at the moment.
    return isInDoubt ? 'unknown' : 'unwanted';
  } catch {
    return (await write().catch(() => false)) ? 'stored' : 'unknown';
  }
}

/** The inside of the onion: what is around it happens where the job is answered. */
function createMake(options: HandoffWorkerOptions): JobNext {
  const { limiter, plans, kinds, pageSessions, now } = options;
  const sessions = pageSessions && { sessionsOf: accountSessions({ pageSessions, now }) };
  const slot = limited({ limiter, plans, kinds, isHanded: true });
  return compose([slot], renderJob({ ...options, ...sessions, traces: {} }, kinds));
}

async function renderOne(
  { content, attempts, offeredAt }: HandoffClaim,
  { end, onSlot, make }: Pick<HandoffWork, 'end' | 'onSlot'> & { make: JobNext },
  { rules = {}, kinds, now }: HandoffWorkerOptions,
): Promise<HandedEnd> {
  let queueMs = 0;
  try {
    if (attempts > maxStarts) {
      const message = `It was started ${attempts - 1} times, and each time the process that did it ended in the middle.`;
      throw new RenderError('internal', undefined, { cause: new Error(message) });
    }
    const { request, ...job } = readHandoff(content, { ...rules, kinds });
    const outcome = await make(request, {
      ...job,
      isQueued: false,
      createdAt: offeredAt,
      // The process that responds to the client charges it.
      charge: createCharge({ settle: async () => true, release: async () => true }),
      signal: end.signal,
      onSlot: () => {
        queueMs = Math.max(0, now() - offeredAt);
        onSlot();
      },
    });
    return { outcome, queueMs };
  } catch (error) {
    return { error: jobError(error, end.signal), queueMs };
  }
}
