import { replaceDates } from './replace-dates.ts';
import { replaceMeasures } from './replace-measures.ts';
import { scrollInstantly } from './scroll-instantly.ts';
import { createVirtualClock } from './virtual-clock.ts';
import { holdMedia } from './hold-media.ts';
import { seedRandom } from './seed-random.ts';

/** Settings of {@link freezePage}. */
export interface FreezeOptions {
  /** Event of the window that only Tintype knows. */
  eventName: string;
  /** Unix time at which the page starts, in ms. */
  startMs: number;
  /** Time that passes for the page in all, unless it is extended, in ms. */
  spanMs: number;
}

/**
 * Replaces the sources of chance of a document: its clock, timers, random numbers, scrolling and
 * videos. Runs in the main world, before any of its scripts.
 */
export function freezePage({ eventName, startMs, spanMs }: FreezeOptions): void {
  seedRandom();
  const clock = createVirtualClock(spanMs);
  replaceMeasures(clock.read, startMs);
  replaceDates(clock.read, startMs);
  scrollInstantly();
  holdMedia();
  const { dispatchEvent: dispatch, CustomEvent: Answer } = window;
  addEventListener(eventName, (event) => {
    const [order, ms] = String((event as CustomEvent).detail).split(' ');
    if (order === 'extend') clock.extend(Number(ms));
    if (order === 'stop') clock.stop();
    const detail = clock.isOver() ? 'over' : 'running';
    dispatch.call(window, new Answer(`${eventName}:state`, { detail }));
  });
}

/** Replaces the clock and the random numbers of a worker, whose timers pass in real time. */
export function freezeWorker({ startMs }: Pick<FreezeOptions, 'startMs'>): void {
  seedRandom();
  let reads = 0;
  // A loop that waits for the time would never end.
  replaceDates(() => Math.max(0, ++reads - 10_000), startMs);
}
