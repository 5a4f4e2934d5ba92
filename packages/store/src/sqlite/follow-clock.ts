import type { ClockReading } from '../ports.ts';
import type { Database } from './open-database.ts';

/** The last stored reading. */
interface Known extends ClockReading {
  seenAt: number;
}

const KEY = 'clock';

/** Clocks are trimmed by less than that all the time, and no wait here depends on it. */
export const clockToleranceMs = 2_000;

/** No process takes a longer one; it is extended repeatedly. */
const longestLeaseMs = 120_000;

/**
 * Shifts stored timestamps if the clock was set since the last call; of several processes, one
 * does.
 */
export function createFollowClock(
  database: Database,
  now: () => number,
): (reading: ClockReading) => number {
  const read = database.prepare<{ value: Uint8Array }>(`SELECT value FROM meta WHERE key = :key`);
  const write = database.prepare(`INSERT INTO meta (key, value) VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE SET value = :value`);
  // An item that waits for a timestamp of the old clock would wait for the whole step. A lease that
  // would be over then was taken by the new clock already, or had expired.
  const back = ['requests', 'outbox', 'monitor_checks'].map((table) =>
    database.prepare(`UPDATE ${table} SET available_at = CASE
        WHEN holder IS NULL OR available_at + :step > :now THEN available_at + :step
        ELSE min(available_at, :now + ${longestLeaseMs}) END
      WHERE available_at IS NOT NULL`),
  );
  // What is under way would lose its lease.
  const forward = ['requests', 'outbox', 'monitor_checks'].map((table) =>
    database.prepare(
      `UPDATE ${table} SET available_at = available_at + :step WHERE holder IS NOT NULL`,
    ),
  );
  return (reading) =>
    database.write(() => {
      const instant = now();
      const value = read.get({ key: KEY })?.value;
      const known = value && (JSON.parse(Buffer.from(value).toString()) as Known);
      const step = known ? stepOf(known, reading, instant) : 0;
      const isSet = Math.abs(step) > clockToleranceMs;
      const { boot } = reading;
      // A clock that is trimmed a little at a time has been set, too, in the end.
      const offsetMs = isSet || known?.boot !== boot ? reading.offsetMs : known.offsetMs;
      const next: Known = { boot, offsetMs, seenAt: instant };
      write.run({ key: KEY, value: Buffer.from(JSON.stringify(next)) });
      if (!isSet) return 0;
      if (step < 0) for (const move of back) move.run({ step, now: instant });
      else for (const move of forward) move.run({ step });
      return step;
    });
}

/** The time a machine was off is unknown. That the time is earlier now than before is certain. */
function stepOf(known: Known, { boot, offsetMs }: ClockReading, instant: number): number {
  return known.boot === boot ? offsetMs - known.offsetMs : Math.min(0, instant - known.seenAt);
}
