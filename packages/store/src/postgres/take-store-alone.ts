import { RenderError } from '@tintype/contract/errors';
import { inTime, type Connections } from './open-connections.ts';
import { refuseUsers } from './refuse-users.ts';
import { IN_USE } from './share-store.ts';

/** A store that no other process can open. */
export interface StoreAlone {
  /** Returns whether that still holds: a restart of the database ends it. */
  holds(): Promise<boolean>;
  end(): Promise<void>;
}

/** @throws RenderError `invalid_parameter` while a process uses the store */
export async function takeStoreAlone({ pool, connect }: Connections): Promise<StoreAlone> {
  const client = await connect();
  const end = async () => {
    await client.query(`SELECT pg_advisory_unlock(${IN_USE})`).catch(() => {});
    await inTime(client.end());
  };
  try {
    const { rows } = await client.query<{ got: boolean }>(
      `SELECT pg_try_advisory_lock(${IN_USE}) AS got`,
    );
    // Those of the version before share nothing.
    await refuseUsers(pool);
    if (rows[0]?.got !== true) {
      throw new RenderError(
        'invalid_parameter',
        'Another command works on this database. Wait until it has ended.',
      );
    }
    return { holds: () => client.query('SELECT 1').then(isTrue, isFalse), end };
  } catch (error) {
    await end();
    throw error;
  }
}

const isTrue = () => true;
const isFalse = () => false;
