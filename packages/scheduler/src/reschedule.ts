import type { Store } from '@tintype/store';
import { nextRun } from './next-run.ts';

const pageSize = 500;

/** Recomputes the next occurrence of each task after the clock was set back. Due ones stay due. */
export async function reschedule(
  { tasks }: Pick<Store, 'tasks'>,
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  for (let after; !signal.aborted;) {
    const page = await tasks.list(undefined, { limit: pageSize, ...(after && { after }) });
    for (const { id, crontab, timezone, nextRunAt } of page) {
      const instant = now();
      if (nextRunAt === undefined || nextRunAt <= instant || signal.aborted) continue;
      const next = follows(crontab, timezone, instant);
      if (next < nextRunAt) await tasks.skip(id, nextRunAt, next);
    }
    after = page.at(-1);
    if (after === undefined) return;
  }
}

/** A time zone that is no longer known is reported when the task runs. */
function follows(crontab: string, timezone: string, instant: number): number {
  try {
    return nextRun(crontab, timezone, instant);
  } catch {
    return Infinity;
  }
}
