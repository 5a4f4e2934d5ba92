import type { Readable } from 'node:stream';
import type { Environment } from '../environment.ts';
import type { Output } from './output/terminal.ts';

/** Context of a command, so that it does not access `process`. */
export interface CliContext {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  environment: Environment;
  /** Aborted when the person presses Ctrl-C, or the system asks to end. */
  signal: AbortSignal;
  /** Runs when the process ends early. Must be synchronous. */
  onExit(cleanUp: () => void): void;
  /** From now on the signal is how the command is meant to end: the exit code is its own. */
  endInOrder(): void;
  /**
   * The process ends with the command, whatever is still under way: what `onExit` was given, and
   * exit handlers, clear that away.
   */
  endWithoutWaiting(): void;
  /**
   * Sets the handler of uncaught errors, which would end the process. `ends` is true if the state
   * is not reliable any more.
   */
  onUncaught(handle: (error: unknown, ends: boolean) => void): void;
}

/** A command: gives its exit code. */
export type Command = (args: readonly string[], context: CliContext) => Promise<number>;

/** Exit codes. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/**
 * The exit code of several files. Of several failures, the one that a retry cannot fix is the least
 * telling.
 */
export function exitCodeOf(codes: readonly number[]): number {
  if (codes.includes(EXIT.failed)) return EXIT.failed;
  return codes.includes(EXIT.usage) ? EXIT.usage : EXIT.done;
}
