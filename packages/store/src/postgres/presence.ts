import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** How a process shows the others that it lives, and learns what time it is in the database. */
export interface Presence {
  /** The name under which this process holds things in the store. */
  readonly holder: string;
  /** The clock of the database: Unix milliseconds. It moves on by this machine's monotonic clock between two beats. */
  now(): number;
  /** Which of these have not been seen for long enough to count as dead. */
  deadOf(holders: readonly string[]): Promise<string[]>;
  /** From now on this process counts as dead. */
  end(): Promise<void>;
}

/** Who has not shown for so long that it lives is dead, and what it was doing is for others. */
export const DEAD_AFTER_MS = 12_000;

/** What {@link createPresence} needs. */
export interface PresenceOptions {
  pool: Pool;
  beatMs: number;
  /** Who has not been seen for so long is dead. */
  deadAfterMs: number;
  /** After each beat. */
  onBeat(): Promise<void>;
}

/**
 * A row that is touched again and again, by the clock of the database alone: a machine whose clock is wrong neither dies of it nor takes
 * the work of others. A lock of the session would be gone when the database is restarted, while the process lives.
 */
export async function createPresence(options: PresenceOptions): Promise<Presence> {
  const { pool, beatMs, deadAfterMs, onBeat } = options;
  const holder = randomUUID();
  let offsetMs = 0;
  const beat = async () => {
    const beganMs = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      `INSERT INTO holders (name, seen_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (name) DO UPDATE SET seen_at = clock_timestamp()
       RETURNING (extract(epoch FROM seen_at) * 1000)::FLOAT8 AS ms`,
      [holder],
    );
    const endedMs = performance.now();
    // Answered half-way, as far as anyone can know.
    offsetMs = (rows[0]?.ms ?? Date.now()) - (beganMs + endedMs) / 2;
  };
  await beat();
  let beating: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A database that does not answer is asked again with the next beat; whoever waits for it is told by what they asked.
    beating ??= beat()
      .then(onBeat)
      .catch(() => {})
      .finally(() => (beating = undefined));
  }, beatMs).unref();
  return {
    holder,
    now: () => Math.round(performance.now() + offsetMs),
    deadOf: async (holders) => {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT name FROM unnest($1::TEXT[]) AS one (name) WHERE NOT EXISTS (
           SELECT 1 FROM holders WHERE holders.name = one.name
             AND seen_at > clock_timestamp() - $2 * INTERVAL '1 millisecond')`,
        [holders, deadAfterMs],
      );
      return rows.map(({ name }) => name).filter((name) => name !== holder);
    },
    end: async () => {
      clearInterval(timer);
      await beating;
      await pool.query(`DELETE FROM holders WHERE name = $1`, [holder]);
    },
  };
}
