import type { Slots, SlotWant } from '../ports/accounts/slots.ts';
import type { Database } from '../sql/database.ts';

/** A process that has not renewed its demand for this time does not wait any more. */
const WAITS_MS = 3_000;

/** Slots of an account that one process holds, and wants. */
interface SlotRow {
  holder: string;
  held: number;
  wanted: number;
  /** When it asked last. */
  asked_at: number;
  /** Since when it has waited for one more. */
  waits_since: number;
}

/** Options of {@link createSlots}. */
export interface SlotsParts {
  database: Database;
  holder: string;
  now: () => number;
  /** Others wait for what was given back. */
  tell(): void;
}

/**
 * One row per process that holds or wants slots, with absolute numbers, so that the next call
 * repairs what a crash lost.
 */
export function createSlots({ database, holder, now, tell }: SlotsParts): Slots {
  const read = database.prepare<SlotRow>(
    `SELECT holder, held, wanted, asked_at, waits_since FROM slots WHERE account_id = :account_id`,
  );
  const write =
    database.prepare(`INSERT INTO slots (account_id, holder, held, wanted, asked_at, waits_since)
    VALUES (:account_id, :holder, :held, :wanted, :now, :waits_since)
    ON CONFLICT (account_id, holder) DO UPDATE SET held = excluded.held, wanted = excluded.wanted,
      asked_at = excluded.asked_at, waits_since = excluded.waits_since`);
  const remove = database.prepare(
    `DELETE FROM slots WHERE account_id = :account_id AND holder = :holder`,
  );
  return {
    async hold(accountId, want) {
      const { held, freed } = await database.writeFor(`slots ${accountId}`, function* () {
        const instant = now();
        const rows = yield* read.all({ account_id: accountId });
        const mine = rows.find((row) => row.holder === holder);
        const others = rows.filter((row) => row !== mine);
        const waiting = others.filter(
          (row) => row.wanted > row.held && instant - row.asked_at < WAITS_MS,
        );
        // Who begins something, or has ended something, has waited for nothing yet.
        const isWaiting =
          mine !== undefined && mine.wanted > mine.held && mine.held <= want.running;
        const since = isWaiting ? mine.waits_since : instant;
        const taken = others.reduce((sum, row) => sum + row.held, 0);
        const count = share({ ...want, taken, since, waiting });
        const key = { account_id: accountId, holder };
        if (want.wanted === 0) yield* remove.run(key);
        else {
          yield* write.run({
            ...key,
            held: count,
            wanted: want.wanted,
            now: instant,
            waits_since: count > want.running ? instant : since,
          });
        }
        return { held: count, freed: waiting.length > 0 && count < (mine?.held ?? 0) };
      });
      if (freed) tell();
      return held;
    },
  };
}

/**
 * Returns how many slots this process may hold, if each free slot goes to the process with the
 * fewest.
 */
function share({
  running,
  wanted,
  limit,
  taken,
  since,
  waiting,
}: SlotWant & { taken: number; since: number; waiting: readonly SlotRow[] }): number {
  const rivals = waiting.map((row) => ({ ...row }));
  let held = running;
  for (let free = limit - taken - running; free > 0 && held < wanted; free -= 1) {
    const [first] = rivals
      .filter((row) => row.held < row.wanted)
      .toSorted((a, b) => a.held - b.held || a.waits_since - b.waits_since);
    const isOurs =
      first === undefined ||
      held < first.held ||
      (held === first.held && since <= first.waits_since);
    if (isOurs) held += 1;
    else first.held += 1;
  }
  return held;
}
