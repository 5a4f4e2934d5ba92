import { RenderError } from '@tintype/contract';
import { limitsOf, type Account, type Plans, type Store } from '@tintype/store';
import { createDayBudget } from '../day-budget.ts';
import type { JobMiddleware } from '../job.ts';

/** How long the trace of a failure can be read. */
const keptMs = 86_400_000;

/** The newest of an account that stay; they count into what it may have stored. */
const bounds = { traces: 20, bytes: 67_108_864 };

/** Of those that nobody asked for, this process writes so many bytes a day, whoever they belong to. */
const unaskedBytes = 1_073_741_824;

/** What {@link traced} needs. */
export interface TracedParts {
  store: Pick<Store, 'files' | 'fileBytes' | 'capacity'>;
  /** Of requests that did not ask for it, too. */
  isUnasked?: boolean;
  plans: Plans;
  /** Unix milliseconds. */
  now: () => number;
}

/** Keeps how a job went that failed, or one of its outputs, where it has been written down. */
export function traced(parts: TracedParts | undefined): JobMiddleware {
  const unasked = createDayBudget(unaskedBytes, parts?.now ?? Date.now);
  return async (request, context, next) => {
    const keep = async (...errors: unknown[]) => {
      const { account, id } = context;
      const [trace] = errors.flatMap(
        (error) => (error instanceof RenderError && error.trace) || [],
      );
      if (!parts || !trace || id === undefined) return;
      const isKept = request.keep_trace || (parts.isUnasked && unasked.take(trace.byteLength));
      if (!isKept) return;
      // The failure is what has to be told, whatever becomes of its trace.
      await keepTrace({ account, id, trace }, parts).catch(() => {});
    };
    const outcome = await next(request, context).catch(async (error: unknown) => {
      await keep(error);
      throw error;
    });
    await keep(...(outcome.outputs ?? []).map(({ error }) => error));
    return outcome;
  };
}

async function keepTrace(
  { account, id, trace }: { account: Account; id: string; trace: Uint8Array },
  { store, plans, now }: TracedParts,
): Promise<void> {
  if (trace.byteLength > bounds.bytes) return;
  await store.capacity.check();
  // Never a file that is there already: requests that share a failure share its trace, and each has its own time.
  const written = await store.fileBytes.write(trace, true);
  const file = {
    ...written,
    extension: 'zip',
    mediaType: 'application/zip',
    expiresAt: now() + keptMs,
  };
  const { storedBytes } = limitsOf(account, plans);
  const gone = await store.files
    .addTrace(account.id, id, file, { ...bounds, storedBytes })
    .catch(async (error: unknown) => {
      await store.fileBytes.remove(written.name);
      throw error;
    });
  for (const key of gone) await store.fileBytes.removeKey(key);
}
