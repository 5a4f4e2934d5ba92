import type { Database } from './open-database.ts';
import type { ProcessLock } from './process-locks.ts';
import { createReservations } from './reservations.ts';

/** Takes back what processes hold that are no more. */
export interface Reaper {
  /** Of all processes that died. */
  reapDead(): void;
  /** Of one. */
  reap(holder: string): void;
}

/** What a dead process was doing can be claimed by others at once, and what it reserved is free again. */
export function createReaper(database: Database, lock: ProcessLock, now: () => number): Reaper {
  const reservations = createReservations(database);
  const holders = database.prepare<{ holder: string }>(`
    SELECT holder FROM requests WHERE holder IS NOT NULL
    UNION SELECT holder FROM outbox WHERE holder IS NOT NULL
    UNION SELECT holder FROM idempotency WHERE holder IS NOT NULL`);
  const freeKeys = database.prepare(`DELETE FROM idempotency WHERE holder = :holder`);
  const freeRequests = database.prepare(
    `UPDATE requests SET available_at = :now, holder = NULL WHERE holder = :holder`,
  );
  const freeDeliveries = database.prepare(
    `UPDATE outbox SET available_at = :now, holder = NULL WHERE holder = :holder`,
  );
  const holds = database.prepare(`SELECT 1 FROM requests WHERE holder = :holder
    UNION ALL SELECT 1 FROM outbox WHERE holder = :holder
    UNION ALL SELECT 1 FROM idempotency WHERE holder = :holder
    UNION ALL SELECT 1 FROM reservations WHERE holder = :holder LIMIT 1`);
  const reap = (holder: string) => {
    // Most programs hold nothing when they end, and need not wait for those who write.
    if (database.read(() => holds.get({ holder })) === undefined) return;
    database.write(() => {
      reservations.releaseAll(holder);
      freeRequests.run({ holder, now: now() });
      freeDeliveries.run({ holder, now: now() });
      freeKeys.run({ holder });
    });
  };
  return {
    reap,
    reapDead: () => {
      const names = database.read(() => [
        ...reservations.holders(),
        ...holders.all().map(({ holder }) => holder),
      ]);
      for (const holder of new Set(names)) if (!lock.isAlive(holder)) reap(holder);
      lock.tidy();
    },
  };
}
