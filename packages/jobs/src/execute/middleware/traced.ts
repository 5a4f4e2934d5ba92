import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import { limitsOf, type Account, type Plans, type Store } from '@tintype/store';
import { createDayBudget } from '../day-budget.ts';
import type { JobMiddleware } from '../job.ts';

/** Time the trace of a failure can be read. */
const keptMs = 86_400_000;

/**
 * Newest traces kept per account and sort, half of them of failures if there are so many. Requested
 * ones count as stored bytes.
 */
const bounds = { traces: 20, bytes: 67_108_864 };

/** Bytes of unrequested traces that this process writes per day, in total and per account. */
const unasked = { bytes: 1_073_741_824, ofOne: 134_217_728 };

/** Time a response waits for its trace to be stored. */
const maxWaitMs = 1500;

/** So many bytes wait to be written at most, of all. */
const maxWaiting = 134_217_728;

export interface TracedParts {
  store: Pick<Store, 'files' | 'fileBytes' | 'capacity'>;
  /** Of requests that did not ask for it, too. */
  isUnasked?: boolean;
  plans: Plans;
  /** Unix milliseconds. */
  now: () => number;
}

/** Stores the trace of a job that failed, or of which an output failed, or that requested one. */
export function traced(parts: TracedParts | undefined): JobMiddleware {
  const budget = createDayBudget(unasked, parts?.now ?? Date.now);
  let waiting = 0;
  return async (request, context, next) => {
    const keep = async (trace: Uint8Array | undefined, isSuccess = false) => {
      const { account, id, token } = context;
      if (!parts || !trace || id === undefined) return;
      const { byteLength } = trace;
      const isBrief = !request.keep_trace;
      if (isBrief && !parts.isUnasked) return;
      if (waiting + byteLength > maxWaiting) return;
      const giveBack = isBrief ? budget.take(account.id, byteLength) : () => {};
      if (!giveBack) return;
      waiting += byteLength;
      // The outcome must be reported, whatever happens to its trace.
      const written = keepTrace({ account, id, token, trace, isBrief, isSuccess }, parts)
        .catch(giveBack)
        .finally(() => (waiting -= byteLength));
      await inTime(written);
    };
    const outcome = await next(request, context).catch(async (error: unknown) => {
      await keep(traceOf(error));
      throw error;
    });
    const { outputs = [], result } = outcome;
    const failed = outputs.map(({ error }) => traceOf(error)).find((one) => one !== undefined);
    await keep(failed ?? result.trace, failed === undefined);
    return outcome;
  };
}

function traceOf(error: unknown): Uint8Array | undefined {
  return error instanceof RenderError ? error.trace : undefined;
}

async function inTime(work: Promise<void>): Promise<void> {
  const early = new AbortController();
  const late = delay(maxWaitMs, undefined, { signal: early.signal }).catch(() => {});
  await Promise.race([work, late]);
  early.abort();
}

/** Of which request, by which claim. */
interface NewTrace {
  account: Account;
  id: string;
  token: number | undefined;
  trace: Uint8Array;
  isBrief: boolean;
  isSuccess: boolean;
}

async function keepTrace(
  { account, id, token, trace, isBrief, isSuccess }: NewTrace,
  { store, plans, now }: TracedParts,
): Promise<void> {
  if (trace.byteLength > bounds.bytes) return;
  await store.capacity.check();
  // Never a file that is there already: requests that share a failure share its trace, and each has
  // its own time.
  const written = await store.fileBytes.write(trace, true);
  const file = {
    ...written,
    extension: 'zip',
    mediaType: 'application/zip',
    expiresAt: now() + keptMs,
  };
  const { storedBytes } = limitsOf(account, plans);
  const gone = await store.files
    .addTrace(account.id, id, file, { ...bounds, storedBytes, isBrief, isSuccess, token })
    .catch(async (error: unknown) => {
      await store.fileBytes.remove(written.name);
      throw error;
    });
  for (const key of gone) await store.fileBytes.removeKey(key);
}
