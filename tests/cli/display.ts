import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A display without a screen. */
export interface Display {
  /** Value of `DISPLAY`. */
  name: string;
  end(): Promise<void>;
}

/** Starts Xvfb on a display of its own, or gives nothing where it is not installed. */
export async function startDisplay(): Promise<Display | undefined> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const exited = new Promise<undefined>((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', () => resolve(undefined));
  });
  const numbers = child.stdio[3] as Readable;
  const number = await Promise.race([once(numbers, 'data'), exited]);
  if (number === undefined) return undefined;
  return {
    name: `:${String(number[0]).trim()}`,
    async end() {
      child.kill();
      await exited;
    },
  };
}
