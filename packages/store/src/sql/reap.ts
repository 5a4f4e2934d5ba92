import type { Database, Steps } from './database.ts';
import { createReservations } from './accounts/reservations.ts';

/** Frees what dead processes held, within the caller's transaction. */
export interface Held {
  /** Processes that hold something. */
  holders(): Steps<string[]>;
  /** Returns whether one of them does. */
  holdsAny(holder: string): Steps<boolean>;
  /** Its claims become available immediately, and its reservations are released. */
  free(holder: string): Steps<void>;
}

export function createHeld(database: Database, now: () => number): Held {
  const reservations = createReservations(database, now);
  const open = database.dialect.openRequests;
  const holders = database.prepare<{ holder: string }>(`
    SELECT holder FROM ${open} WHERE holder IS NOT NULL
    UNION SELECT holder FROM outbox WHERE holder IS NOT NULL
    UNION SELECT holder FROM monitor_checks WHERE holder IS NOT NULL
    UNION SELECT holder FROM idempotency WHERE holder IS NOT NULL`);
  const freeKeys = database.prepare(`DELETE FROM idempotency WHERE holder = :holder`);
  const freeRequests = database.prepare(
    `UPDATE requests SET available_at = :now, holder = NULL
     WHERE holder = :holder AND id IN (SELECT id FROM ${open} WHERE holder = :holder)`,
  );
  const freeDeliveries = database.prepare(
    `UPDATE outbox SET available_at = :now, holder = NULL WHERE holder = :holder`,
  );
  const freeChecks = database.prepare(
    `UPDATE monitor_checks SET available_at = :now, holder = NULL WHERE holder = :holder`,
  );
  const holds = database.prepare(`SELECT 1 FROM ${open} WHERE holder = :holder
    UNION ALL SELECT 1 FROM outbox WHERE holder = :holder
    UNION ALL SELECT 1 FROM monitor_checks WHERE holder = :holder
    UNION ALL SELECT 1 FROM idempotency WHERE holder = :holder
    UNION ALL SELECT 1 FROM reservations WHERE holder = :holder LIMIT 1`);
  return {
    *holders() {
      const claiming = (yield* holders.all()).map(({ holder }) => holder);
      return [...new Set([...(yield* reservations.holders()), ...claiming])];
    },
    *holdsAny(holder) {
      return (yield* holds.get({ holder })) !== undefined;
    },
    *free(holder) {
      yield* reservations.releaseAll(holder);
      yield* freeRequests.run({ holder, now: now() });
      yield* freeDeliveries.run({ holder, now: now() });
      yield* freeChecks.run({ holder, now: now() });
      yield* freeKeys.run({ holder });
    },
  };
}
