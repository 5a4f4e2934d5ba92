import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lets a process that was just spawned, and all that it will start, wait for others where
 * processors are short (nice(1)). A process group of its own that `spawn` made is on Linux often an
 * autogroup, too (sched(7)): its threads share one turn, and only the niceness of the group counts
 * beside other groups.
 * @param niceness from 0 (as others) to 19
 */
export function lowerPriority(pid: number, niceness: number): void {
  if (niceness === 0) return;
  const steps = [
    () => setPriority(pid, Math.min(19, getPriority(pid) + niceness)),
    () => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)),
  ];
  for (const step of steps) {
    try {
      step();
    } catch {
      // It has exited, or the system has no priorities: it keeps the usual one.
    }
  }
}
