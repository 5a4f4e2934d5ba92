import { createHeld } from '../sql/reap.ts';
import type { PortDatabase } from './port-database.ts';
import type { ProcessLock } from './process-locks.ts';

/** Releases what dead processes hold. */
export interface Reaper {
  /** Of all processes that died. */
  reapDead(): void;
  /** Of one. */
  reap(holder: string): void;
}

export function createReaper(database: PortDatabase, lock: ProcessLock, now: () => number): Reaper {
  const held = createHeld(database, now);
  const reap = (holder: string) => {
    // Most programs hold nothing when they end, and need not wait for those who write.
    if (database.read(() => held.holdsAny(holder))) database.write(() => held.free(holder));
  };
  return {
    reap,
    reapDead: () => {
      const holders = database.read(() => held.holders());
      for (const holder of holders) if (!lock.isAlive(holder)) reap(holder);
      lock.tidy();
    },
  };
}
