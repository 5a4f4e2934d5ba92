import { randomUUID } from 'node:crypto';
import { RenderError } from '@tintype/contract/errors';
import type { Client, Pool } from 'pg';
import { inTime, type Connections } from './open-connections.ts';
import { leaveStore, shareStore } from './store-lock.ts';

/** Heartbeats of a process, and the time of the database. */
export interface Presence {
  /** The name under which this process holds things in the store. */
  readonly holder: string;
  /** The database's clock in Unix ms, advanced by the monotonic clock between heartbeats. */
  now(): number;
  /**
   * Processes that missed their heartbeats; none until this process has had an unbroken streak that
   * long.
   */
  dead(holding: readonly string[]): Promise<string[]>;
  /** From now on this process counts as dead. */
  end(): Promise<void>;
}

/** An answer that took longer says too little of what time it is. */
const EXACT_WITHIN_MS = 250;

/** Options of {@link createPresence}. */
export interface PresenceOptions extends Pick<Connections, 'pool' | 'connect'> {
  beatMs: number;
  /** A process without a heartbeat for this time is dead. */
  deadAfterMs: number;
  /** After each beat. */
  onBeat(): Promise<void>;
}

/**
 * Keeps a heartbeat row by the database's clock, so that a wrong local clock does no harm. A
 * session lock would be lost when the database restarts.
 */
export async function createPresence(options: PresenceOptions): Promise<Presence> {
  const { pool, beatMs, deadAfterMs, onBeat } = options;
  const holder = randomUUID();
  const clock = createClock();
  const streak = createStreak(2 * beatMs);
  const line = createLine(options);
  const beat = async () => {
    const client = await line.open();
    const beganMs = performance.now();
    const { rows } = await client.query<{ ms: number }>(
      `INSERT INTO holders (name, seen_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (name) DO UPDATE SET seen_at = clock_timestamp()
       RETURNING (extract(epoch FROM seen_at) * 1000)::FLOAT8 AS ms`,
      [holder],
    );
    clock.set(rows[0]?.ms ?? Date.now(), beganMs, performance.now());
    streak.add();
  };
  try {
    await line.open();
    if (!line.shares()) throw takenAlone();
    await beat();
  } catch (error) {
    await line.cut();
    throw error;
  }
  let beating: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A database that does not respond is tried again with the next beat; other calls report its
    // failure.
    beating ??= beat()
      .catch(() => line.cut())
      .finally(() => (beating = undefined));
    // Beats go on, however long this takes.
    following ??= beating
      .then(onBeat)
      .catch(() => {})
      .finally(() => (following = undefined));
  }, beatMs).unref();
  return {
    holder,
    now: clock.now,
    dead: async (holding) => {
      if (streak.lastsMs() < deadAfterMs) return [];
      return findDead(pool, { holder, holding, deadAfterMs });
    },
    end: async () => {
      clearInterval(timer);
      await following;
      try {
        const client = await line.open();
        await client.query(`DELETE FROM holders WHERE name = $1`, [holder]);
        if (line.shares()) await leaveStore(client);
      } finally {
        await line.cut();
      }
    },
  };
}

function takenAlone(): RenderError {
  return new RenderError(
    'storage_failed',
    'A command works on the database alone: its master key is being changed, or it is being moved. Start again when that has ended.',
  );
}

async function findDead(
  pool: Pool,
  {
    holder,
    holding,
    deadAfterMs,
  }: { holder: string; holding: readonly string[]; deadAfterMs: number },
): Promise<string[]> {
  // Whose row was removed while it slept, and which has woken and taken something, has as long as
  // everybody to show that it lives.
  await pool.query(
    `INSERT INTO holders (name, seen_at) SELECT name, clock_timestamp() FROM unnest($1::TEXT[]) AS one (name)
     ON CONFLICT DO NOTHING`,
    [holding],
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM holders
     WHERE name <> $1 AND seen_at <= clock_timestamp() - $2 * INTERVAL '1 millisecond' ORDER BY name`,
    [holder, deadAfterMs],
  );
  return rows.map(({ name }) => name);
}

/** The clock of the database, by the best of what it answered lately. */
function createClock() {
  let offsetMs: number | undefined;
  return {
    now: () => Math.round(performance.now() + (offsetMs ?? 0)),
    set(ms: number, beganMs: number, endedMs: number) {
      if (offsetMs !== undefined && endedMs - beganMs > EXACT_WITHIN_MS) return;
      // Answered half-way, as far as anyone can know.
      offsetMs = ms - (beganMs + endedMs) / 2;
    },
  };
}

/**
 * Tracks unbroken heartbeats. After an outage every process looks dead, so only one with a streak
 * may declare others dead.
 */
function createStreak(gapMs: number) {
  let beganMs = performance.now();
  let lastMs = -Infinity;
  return {
    add() {
      const nowMs = performance.now();
      if (nowMs - lastMs > gapMs) beganMs = nowMs;
      lastMs = nowMs;
    },
    lastsMs: () => (performance.now() - lastMs > gapMs ? 0 : lastMs - beganMs),
  };
}

/** A connection for heartbeats alone: pooled ones can be busy for too long. */
function createLine({ connect, beatMs }: PresenceOptions) {
  let client: Client | undefined;
  let isSharing = false;
  return {
    /**
     * Returns whether the connection shares the store. A process that reconnects while another has
     * exclusive use is detected by its heartbeats.
     */
    shares: () => isSharing,
    open: async (): Promise<Client> => {
      if (client) return client;
      const made = await connect({ connectionTimeoutMillis: beatMs, query_timeout: beatMs });
      made.once('end', () => {
        if (client === made) client = undefined;
      });
      client = made;
      isSharing = await shareStore(made);
      return made;
    },
    cut: async (): Promise<void> => {
      const old = client;
      client = undefined;
      if (old) await inTime(old.end());
    },
  };
}
