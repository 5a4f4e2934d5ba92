import type { Client, ClientBase, ClientConfig, Pool } from 'pg';
import { clientConfig } from './client-config.ts';

/** A program's access to its database. */
export interface Connections {
  pool: Pool;
  /** A connection of its own, beside the pool: for what stays, or takes its time. */
  connect(config?: ClientConfig): Promise<Client>;
  /** Ends the pool. What does not end in time is left to the system. */
  end(): Promise<void>;
}

/** A network that swallows packets lets no connection end by itself. */
const END_MS = 5_000;

/** Connections are made when they are needed: this does not fail where there is no database. */
export async function openConnections(url: string, max: number): Promise<Connections> {
  // Who has no Postgres does not load its driver.
  const { default: pg } = await import('pg');
  const config = clientConfig(url, pg.types);
  const pool = new pg.Pool({ ...config, max });
  // An idle connection that is lost is replaced by the next.
  pool.on('error', () => {});
  // The pool listens while a connection is idle. Users of one receive the error from their
  // statement, and an error event without a listener ends the process.
  pool.on('connect', surviveLoss);
  return {
    pool,
    connect: async (own = {}) => {
      const client = new pg.Client({ ...config, ...own });
      surviveLoss(client);
      await client.connect();
      return client;
    },
    end: () => inTime(pool.end()),
  };
}

/** Waits for a connection to end, but not for ever. */
export async function inTime(ending: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, END_MS);
  try {
    await Promise.race([ending, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function surviveLoss(client: ClientBase): void {
  client.on('error', () => {});
}
