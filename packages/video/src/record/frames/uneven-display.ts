import type { FrameClock } from './frame-clock.ts';

/** Chromium takes what changes at least this often for an animation. */
const slowestAnimationFps = 12;
/** A pause of 250 ms ends an animation: each run of frames is shorter, each pause longer. */
const roundMs = 900;
const runMs = 640;
/** With more frames, those of a run are closer together than a screencast captures them. */
export const fastestUnevenFps = 60;
/** On the screen no sooner than this. */
const leastIntervalMs = 1;

/** A clock whose frames come in runs. */
export interface UnevenClock extends FrameClock {
  /** Returns whether a frame is the first of a run. */
  isAfterPause(frame: number): boolean;
}

/**
 * The same frames, on the screen at uneven times. Where one part of a page changes regularly for a
 * second, a screencast of Chromium follows that part, and leaves out up to 250 ms of frames in
 * which others change (its `AnimatedContentSampler`). It uses the time when frames are on the
 * screen, so these come in runs with pauses between them. What a frame shows is a matter of its own
 * moment, but for video elements and animated images: see {@link watchPlayers}.
 */
export function showUnevenly(clock: FrameClock, fps: number): UnevenClock {
  if (fps < slowestAnimationFps) return { ...clock, isAfterPause: () => true };
  const frameMs = 1000 / fps;
  const perRound = Math.ceil(roundMs / frameMs);
  const apartMs = runMs / (perRound - 1);
  return {
    isAfterPause: (frame) => frame % perRound === 0,
    advanceTo: (frame) => clock.advanceTo(frame),
    ticks(frame) {
      // Skipped frames, before the video, have negative numbers.
      const restOfRun = perRound - 1 - (((frame % perRound) + perRound) % perRound);
      const interval = leastIntervalMs + restOfRun * (frameMs - apartMs);
      return { ...clock.ticks(frame), interval };
    },
  };
}
