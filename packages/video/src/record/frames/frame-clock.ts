import { setTimeout as sleep } from 'node:timers/promises';
import type { PageHandle } from '@tintype/core';

/** The time of a page, in our hands. */
export interface FrameClock {
  /** Advances the page to the time of a frame, in order; frames below 0 are the lead-in. */
  advanceTo(frame: number): Promise<void>;
  /** Arguments of `HeadlessExperimental.beginFrame` for that frame. */
  ticks(frame: number): FrameTicks;
}

/** When a frame is, for Chromium. */
export interface FrameTicks {
  /** The moment that it shows, in ms. */
  frameTimeTicks: number;
  /** Time until it is on the screen. */
  interval: number;
}

/** Tasks that a page may run without any time passing, before it passes all the same. */
const tasksInNoTime = 2000;

/**
 * Time that a recording waits, in all, for what a page loads meanwhile, in ms. Some connections
 * never end.
 */
const maxLoadWaitMs = 2000;
/** An advance that takes longer has waited. */
const usualMs = 100;

/**
 * Stops the page's time. From here on timers, Date, performance.now, animations and video elements
 * go on by one frame at a time, however long that takes. It also stands still while the page loads
 * something, so that a slow network does not show.
 * @param leadIn - frames before the one that is counted 0. Timers need them to come into step: on
 *   a busy machine, each timer that is due when the clock stops may be late by any amount.
 */
export async function stopClock(
  page: PageHandle,
  fps: number,
  leadIn: number,
): Promise<FrameClock> {
  const { session, deadline } = page;
  const { virtualTimeTicksBase } = await session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pause',
  });
  let expired = () => {};
  session.on('Emulation.virtualTimeBudgetExpired', () => expired());
  // Chromium counts microseconds: rounded one by one, frames end early.
  const momentMs = (frame: number) => Math.round(((leadIn + frame) * 1_000_000) / fps) / 1000;
  let now = -leadIn;
  let waitLeftMs = maxLoadWaitMs;
  /** Advances by a budget, in ms; `over` is its end. Waits meanwhile for what the page loads. */
  async function advance(budget: number, over: Promise<void>): Promise<void> {
    const startedAt = performance.now();
    await session.send('Emulation.setVirtualTimePolicy', {
      policy: waitLeftMs > 0 ? 'pauseIfNetworkFetchesPending' : 'advance',
      budget,
      maxVirtualTimeTaskStarvationCount: tasksInNoTime,
    });
    if (waitLeftMs <= 0) return over;
    const ended = new AbortController();
    const bound = sleep(waitLeftMs, false, { signal: ended.signal }).catch(() => false);
    const isOver = await Promise.race([over.then(() => true), bound]);
    ended.abort();
    const tookMs = performance.now() - startedAt;
    if (isOver && tookMs > usualMs) waitLeftMs -= tookMs;
    if (isOver) return;
    waitLeftMs = 0;
    // Without a budget, the one that was granted stays.
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance' });
    await over;
    // It may have been over before that arrived.
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
  }
  return {
    async advanceTo(frame) {
      const budget = momentMs(frame) - momentMs(now);
      now = frame;
      if (budget <= 0) return;
      const over = new Promise<void>((resolve) => {
        expired = resolve;
      });
      await deadline.race(advance(budget, over));
    },
    ticks: (frame) => ({
      frameTimeTicks: virtualTimeTicksBase + momentMs(frame),
      interval: 1000 / fps,
    }),
  };
}
