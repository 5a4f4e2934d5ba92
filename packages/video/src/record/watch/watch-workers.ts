import type { PageHandle } from '@tintype/core';

/** Reports the workers of a page: Chromium's virtual time applies to the page alone. */
export interface WorkerWatch {
  /** Looks whether there are any. Warns once. */
  look(): Promise<void>;
}

export function watchWorkers(page: PageHandle, warn: (message: string) => void): WorkerWatch {
  let isTold = false;
  return {
    async look() {
      if (isTold) return;
      const count = await workersOf(page);
      if (count === 0) return;
      isTold = true;
      warn(
        `The page has ${count === 1 ? 'a worker' : `${count} workers`}: timers and clocks in there go by real time and not by that of the video, so that what they move may be too fast or too slow.`,
      );
    },
  };
}

/** Counts those of the page and its frames. */
async function workersOf({ lease, deadline }: PageHandle): Promise<number> {
  const { targetInfos } = await deadline.race(
    lease.browser.session.send('Target.getTargets', {
      filter: [{ type: 'page' }, { type: 'worker' }, { type: 'shared_worker' }],
    }),
  );
  const own = targetInfos.find(({ targetId }) => targetId === lease.frameId)?.browserContextId;
  return targetInfos.filter(
    ({ type, browserContextId }) => type !== 'page' && browserContextId === own,
  ).length;
}
