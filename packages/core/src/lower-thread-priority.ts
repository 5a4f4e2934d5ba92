import { getPriority, setPriority } from 'node:os';

/**
 * Lets the thread that calls it wait for the others of the program where processors are short
 * (nice(1)): what it computes is never what everybody waits for. On Linux a thread has a priority
 * of its own; elsewhere it would be that of the whole program, and nothing changes.
 * @param niceness added to that of the program, from 0 (as the others) to 19
 */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(19, getPriority() + niceness));
  } catch {
    // A sandbox may refuse it: then it computes with the priority of the rest.
  }
}
