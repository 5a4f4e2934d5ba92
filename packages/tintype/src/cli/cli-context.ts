import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Environment } from '../environment.ts';
import type { Output } from './output/terminal.ts';

/** Environment of a command, which does not access `process` itself. */
export interface CliContext {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  environment: Environment;
  /** Aborted by Ctrl-C or a signal of the system. */
  signal: AbortSignal;
  /** Runs when the process ends early. Must be synchronous. */
  onExit(cleanUp: () => void): void;
  /** From now on `signal` ends the command normally: the command returns the exit code itself. */
  endInOrder(): void;
  /**
   * The process exits when the command returns, without waiting for pending work. Callbacks of
   * `onExit` and exit handlers clean up.
   */
  endWithoutWaiting(): void;
  /**
   * Sets the handler of uncaught errors, which would otherwise end the process. `ends` is true if
   * the process state is unreliable.
   */
  onUncaught(handle: (error: unknown, ends: boolean) => void): void;
}

/** A command. Returns its exit code. */
export type Command = (args: readonly string[], context: CliContext) => Promise<number>;

export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Returns the exit code for several files. A failure that a retry may fix takes precedence. */
export function exitCodeOf(codes: readonly number[]): number {
  if (codes.includes(EXIT.failed)) return EXIT.failed;
  return codes.includes(EXIT.usage) ? EXIT.usage : EXIT.done;
}

/** An invalid command line: exit code 2. The message ends with what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export async function readVersion(): Promise<string> {
  // The path is the same from src/cli and from dist/chunks.
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
