import type { Database, Steps } from '../sql/database.ts';
import { createHeld } from '../sql/reap.ts';
import { createHandoffReaper } from './handoffs.ts';
import type { Presence } from './presence.ts';
import { DEAD_AFTER_MS } from './store-lock.ts';

/** Releases what processes held. */
export interface Reaper {
  /** Of those that are dead. */
  reapDead(): Promise<void>;
  /** Of this one, which ends. */
  endOwn(): Promise<void>;
}

export function createReaper(database: Database, presence: Presence, now: () => number): Reaper {
  const held = createHeld(database, now);
  const handoffs = createHandoffReaper(database);
  const slotHolders = database.prepare<{ holder: string }>(`SELECT DISTINCT holder FROM slots`);
  const freeSlots = database.prepare(`DELETE FROM slots WHERE holder = :holder`);
  const free = function* (holder: string): Steps<void> {
    yield* held.free(holder);
    yield* handoffs.free(holder);
    yield* freeSlots.run({ holder });
  };
  const holders = function* (): Steps<string[]> {
    const slots = (yield* slotHolders.all()).map(({ holder }) => holder);
    return [...new Set([...(yield* held.holders()), ...(yield* handoffs.holders()), ...slots])];
  };
  // A heartbeat changes the same row, and waits for this transaction: a process that was just seen
  // is not reaped.
  const bury = database.prepare(`DELETE FROM holders WHERE name = :holder
    AND seen_at <= clock_timestamp() - ${DEAD_AFTER_MS} * INTERVAL '1 millisecond'`);
  return {
    reapDead: async () => {
      const holding = await database.read(holders);
      for (const holder of await presence.dead(holding)) {
        await database.writeFor('reap', function* () {
          if ((yield* bury.run({ holder })) === 1) yield* free(holder);
        });
      }
    },
    endOwn: async () => database.writeFor('reap', () => free(presence.holder)),
  };
}
