import type { SecretBox } from '../keys/secret-box.ts';
import type { Database, Steps } from './database.ts';

/** Values of accounts in the last configuration. A step of the caller's transaction. */
export interface Configured {
  /** Keeps what is said now. False: it was said already. */
  change(account: string, said: Readonly<Record<string, string>>): Steps<boolean>;
}

/** It holds keys, and lies sealed. */
export function createConfigured(database: Database, box: SecretBox): Configured {
  const read = database.prepare<{ value: Uint8Array }>(`SELECT value FROM meta WHERE key = :key`);
  const write = database.prepare(`INSERT INTO meta (key, value) VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE SET value = :value`);
  return {
    *change(account, said) {
      const key = `configured ${account}`;
      const text = JSON.stringify(Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const known = (yield* read.get({ key }))?.value;
      if (known && box.open(known, key) === text) return false;
      yield* write.run({ key, value: box.seal(text, key) });
      return true;
    },
  };
}
