/**
 * Fills a store with a million rows in each table, by SQL: through the store it would take an hour.
 */
import { DatabaseSync } from 'node:sqlite';

export const fill = { rows: 1_000_000, owners: 10_000, waiting: 100_000 } as const;

const { rows, owners, waiting } = fill;
const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
const id = (prefix: string) => `printf('${prefix}-%08d', i)`;
const owner = `printf('owner-%05d', i % ${owners})`;

/**
 * In each table, one row in ten is waiting; all of those are due, in the outbox to a host of their
 * own each.
 */
export function fillStore(path: string, nowMs: number): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = off; PRAGMA cache_size = -400000');
  const isOpen = `i <= ${waiting}`;
  database.exec(`BEGIN;
    INSERT INTO accounts (id, name, plan, status, signature_required, access_key_hash, created_at)
      ${numbers} SELECT ${id('account')}, ${id('name')}, 'pro', 'active', 0, randomblob(32), i FROM n;
    INSERT INTO usage (account_id, month, used)
      ${numbers} SELECT ${id('account')}, strftime('%Y-%m', ${nowMs} / 1000, 'unixepoch'), 5 FROM n;
    INSERT INTO requests (id, account_id, kind, parameters, base_url, status, created_at, finished_at, available_at)
      ${numbers} SELECT ${id('request')}, ${owner}, 'screenshot', randomblob(200), 'https://shots.example',
        iif(${isOpen}, 'queued', 'succeeded'), ${nowMs} - i, iif(${isOpen}, NULL, ${nowMs}),
        iif(${isOpen}, ${nowMs} - i, NULL) FROM n;
    INSERT INTO files (name, extension, media_type, bytes, sha256, account_id, expires_at, created_at)
      ${numbers} SELECT printf('%064x', i), 'png', 'image/png', 1000, printf('%064x', i), ${owner},
        ${nowMs} + 1000000000, ${nowMs} FROM n;
    INSERT INTO outbox (id, account_id, request_id, host, url, signed, body, state, created_at, finished_at, available_at)
      ${numbers} SELECT ${id('delivery')}, ${owner}, ${id('request')}, printf('host-%06d.example', i),
        printf('https://host-%06d.example/', i), 0, '{}', iif(${isOpen}, 'pending', 'delivered'),
        ${nowMs} - i, iif(${isOpen}, NULL, ${nowMs}), iif(${isOpen}, ${nowMs} - i, NULL) FROM n;
    INSERT INTO idempotency (account_id, key_hash, fingerprint, answer, bytes, created_at)
      ${numbers} SELECT ${owner}, ${id('key')}, 'x', x'00', 1, ${nowMs} - i FROM n;
    INSERT INTO tasks (id, account_id, name, kind, query, frequency, crontab, timezone, enabled, base_url, created_at, next_run_at)
      ${numbers} SELECT i, ${owner}, 'a', 'pdf', randomblob(100), 'custom', '* * * * *', 'Etc/UTC', 1,
        'https://shots.example', ${nowMs} - i, ${nowMs} - 50000 + i FROM n;
    COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
}
