import type { RenderProgress } from '@tintype/core';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import type { Output } from './terminal.ts';

/** A bar that counts the frames of all videos together. */
export interface FramesBar extends ProgressBar {
  /** Returns a function that receives the progress of one video. */
  follow(): (progress: RenderProgress) => void;
}

/**
 * Creates the bar. It appears with the first frame, when the total is known.
 * @param videos - number of videos, of equal length
 */
export function createFramesBar(output: Output, videos: number): FramesBar {
  const made: number[] = [];
  let bar: ProgressBar | undefined;
  return {
    follow() {
      const index = made.push(0) - 1;
      let expected: number | undefined;
      return ({ frames, total }) => {
        expected ??= total;
        // A video that `until` ends early is complete.
        made[index] = frames === total ? expected : frames;
        bar ??= createProgressBar(output, total * videos, 'frames');
        bar.set(made.reduce((sum, count) => sum + count, 0));
      };
    },
    // The frames of the video were counted already.
    advance() {},
    set() {},
    log: (line) => (bar ? bar.log(line) : void output.write(`${line}\n`)),
    stop: () => bar?.stop(),
  };
}
