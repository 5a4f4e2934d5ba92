import cliProgress from 'cli-progress';
import type { Output } from './terminal.ts';

/** A progress bar on stderr. Other lines are printed above it. */
export interface ProgressBar {
  advance(): void;
  set(done: number): void;
  log(line: string): void;
  stop(): void;
}

/** Draws a progress bar. @param unit - what is counted, in the plural: `pages` */
export function createProgressBar(output: Output, total: number, unit: string): ProgressBar {
  const bars = new cliProgress.MultiBar(
    {
      stream: output,
      format: `{bar} {value} of {total} ${unit}, {duration_formatted}`,
      hideCursor: true,
      clearOnComplete: true,
      fps: 10,
      // The command line handles Ctrl-C itself.
      gracefulExit: false,
    },
    cliProgress.Presets.shades_classic,
  );
  const bar = bars.create(total, 0);
  let isRunning = true;
  // The bar prints lines only when it is drawn again, and drops pending lines when it stops.
  const waiting: string[] = [];
  bars.on('redraw-post', () => {
    waiting.length = 0;
  });
  return {
    advance: () => bar.increment(),
    set: (done) => bar.update(done),
    log(line) {
      if (!isRunning) return void output.write(`${line}\n`);
      waiting.push(line);
      bars.log(`${line}\n`);
    },
    stop() {
      if (!isRunning) return;
      isRunning = false;
      bars.stop();
      for (const line of waiting) output.write(`${line}\n`);
    },
  };
}
