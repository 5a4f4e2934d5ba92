import cliProgress from 'cli-progress';
import type { Output } from './terminal.ts';

/** A bar on stderr that lets lines pass above it. */
export interface ProgressBar {
  /** One more is done. */
  advance(): void;
  /** Sets how many are done. */
  set(done: number): void;
  log(line: string): void;
  stop(): void;
}

/**
 * Draws a bar.
 *
 * @param unit - What is counted, in the plural: `pages`.
 */
export function createProgressBar(output: Output, total: number, unit: string): ProgressBar {
  const bars = new cliProgress.MultiBar(
    {
      stream: output,
      format: `{bar} {value} of {total} ${unit}, {duration_formatted}`,
      hideCursor: true,
      clearOnComplete: true,
      fps: 10,
      // Ctrl-C is ours to handle.
      gracefulExit: false,
    },
    cliProgress.Presets.shades_classic,
  );
  const bar = bars.create(total, 0);
  let isRunning = true;
  // The bar prints lines when it is drawn next, and drops those that still wait when it stops.
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
