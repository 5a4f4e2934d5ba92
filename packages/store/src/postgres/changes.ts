import { setTimeout as delay } from 'node:timers/promises';
import type { Changed } from '../ports.ts';
import { inTime, type Connections } from './open-connections.ts';

/** Notifies processes of changes by others. */
export interface Changes {
  /** Something was brought, and is committed. */
  tell(what: Changed): void;
  on(listener: (what: Changed) => void): () => void;
  end(): Promise<void>;
}

const CHANNEL = 'tintype_changed';

/** Changes within this time are notified once. */
const TOGETHER_MS = 20;

/** A client awaits these: they are notified immediately. */
const URGENT: ReadonlySet<Changed> = new Set(['handoffs', 'answers']);

/** Pause before a lost listener reconnects. Components poll meanwhile. */
const AGAIN_MS = 2_000;

/**
 * LISTEN and NOTIFY, outside of transactions: a transaction that notifies holds a lock of the whole
 * server while it commits. https://www.postgresql.org/docs/current/sql-notify.html
 */
export function createChanges({ pool, connect }: Pick<Connections, 'pool' | 'connect'>): Changes {
  const listeners = new Set<(what: Changed) => void>();
  const told = new Set<Changed>();
  const ending = new AbortController();
  let telling: Promise<void> | undefined;
  const urgent = new Map<Changed, Promise<void>>();
  let listening: Promise<void> | undefined;

  // A lost notification costs some time: waiting components also poll.
  const notify = async (what: Changed) => {
    await pool.query(`SELECT pg_notify($1, $2)`, [CHANNEL, what]);
  };

  async function tellSoon(): Promise<void> {
    await delay(TOGETHER_MS, undefined, { ref: false }).catch(() => {});
    const now = [...told];
    told.clear();
    telling = undefined;
    for (const what of now) await notify(what);
  }

  /** Notifies immediately; changes during that are notified once, after it. */
  async function tellNow(what: Changed): Promise<void> {
    do {
      told.delete(what);
      await notify(what);
    } while (told.has(what));
  }

  async function listenOnce(): Promise<void> {
    const client = await connect();
    try {
      // An event that has been is not heard again.
      if (ending.signal.aborted) return;
      client.on('notification', ({ payload }) => {
        for (const listener of listeners) listener(payload as Changed);
      });
      const lost = new Promise<void>((resolve) => {
        client.on('error', () => resolve());
        client.on('end', () => resolve());
        ending.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await client.query(`LISTEN ${CHANNEL}`);
      await lost;
    } finally {
      await inTime(client.end()).catch(() => {});
    }
  }

  async function listen(): Promise<void> {
    while (!ending.signal.aborted) {
      await listenOnce().catch(() => {});
      await delay(AGAIN_MS, undefined, { ref: false, signal: ending.signal }).catch(() => {});
    }
  }

  return {
    tell(what) {
      told.add(what);
      if (!URGENT.has(what)) telling ??= tellSoon().catch(() => {});
      else if (!urgent.has(what)) {
        const work = tellNow(what)
          .catch(() => {})
          .finally(() => urgent.delete(what));
        urgent.set(what, work);
      }
    },
    on(listener) {
      listeners.add(listener);
      listening ??= listen();
      return () => void listeners.delete(listener);
    },
    async end() {
      ending.abort();
      await telling;
      await Promise.all(urgent.values());
      await listening;
    },
  };
}
