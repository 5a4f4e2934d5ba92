import type { FramesBar } from './frames-bar.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import type { Output } from './terminal.ts';

/**
 * Creates a bar that counts files if there are several, and the frames of a video while it is made.
 */
export function createFilesBar(output: Output, files: number): FramesBar {
  const counting = () => (files > 1 ? createProgressBar(output, files, 'files') : undefined);
  let done = 0;
  let bar: ProgressBar | undefined = counting();
  let hasFrames = false;
  const set = (count: number) => {
    done = count;
    if (hasFrames) {
      bar?.stop();
      bar = counting();
      hasFrames = false;
    }
    bar?.set(done);
  };
  return {
    follow:
      () =>
      ({ frames, total }) => {
        if (!hasFrames) {
          bar?.stop();
          bar = createProgressBar(output, total, 'frames');
          hasFrames = true;
        }
        bar?.set(frames);
      },
    advance: () => set(done + 1),
    set,
    log: (line) => (bar ? bar.log(line) : void output.write(`${line}\n`)),
    stop: () => bar?.stop(),
  };
}
