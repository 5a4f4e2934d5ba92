import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { hashAccessKey, isAccessKey } from '../../keys/account-keys.ts';
import type { Account } from '../../ports/accounts/accounts.ts';
import type { Session, SessionPurpose, Sessions } from '../../ports/accounts/sessions.ts';
import type { AccountRows } from './account-rows.ts';
import type { Database, Steps } from '../database.ts';

/** Of one account, or of the operator, of one purpose. */
const MAX_SESSIONS = 50;

/** An offset requires a limit. */
const ALL = 1_000_000;

const secretForm = /^[A-Za-z0-9_-]{43}$/;

interface Row {
  id: string;
  purpose: string;
  account_id: string | null;
  key_hash: Uint8Array | null;
  created_at: number;
  expires_at: number;
}

export interface SessionsParts {
  database: Database;
  accounts: AccountRows;
  now: () => number;
}

export function createSessions({ database, accounts, now }: SessionsParts): Sessions {
  const insert = database.prepare(`INSERT INTO sessions
      (id, purpose, secret_hash, account_id, key_hash, created_at, expires_at)
    VALUES (:id, :purpose, :secret_hash, :account_id, :key_hash, :created_at, :expires_at)`);
  // IS NOT DISTINCT FROM would be one statement, and use no index.
  const trimOf = (owner: string) =>
    database.prepare(`DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE ${owner} AND purpose = :purpose
      ORDER BY created_at DESC, id DESC LIMIT ${ALL} OFFSET ${MAX_SESSIONS})`);
  const trimAccount = trimOf('account_id = :account_id');
  const trimOperators = trimOf('account_id IS NULL');
  const expire = database.prepare(`DELETE FROM sessions WHERE expires_at <= :now`);
  const byHash = database.prepare<Row>(`SELECT * FROM sessions
    WHERE secret_hash = :secret_hash AND purpose = :purpose AND expires_at > :now`);
  const remove = database.prepare(
    `DELETE FROM sessions WHERE secret_hash = :secret_hash AND purpose = :purpose`,
  );
  const removeOperators = database.prepare(`DELETE FROM sessions WHERE account_id IS NULL`);

  const accountOf = function* (hash: Uint8Array): Steps<Account | undefined> {
    return (yield* accounts.byKeyHash(hash))?.account ?? (yield* accounts.byKeptHash(hash, now()));
  };

  const find = function* (purpose: SessionPurpose, secret: string): Steps<Session | undefined> {
    if (!secretForm.test(secret)) return undefined;
    const row = yield* byHash.get({ purpose, secret_hash: hashOf(secret), now: now() });
    if (row === undefined) return undefined;
    const session = {
      id: row.id,
      purpose,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    };
    if (row.account_id === null || row.key_hash === null) return session;
    const account = yield* accountOf(row.key_hash);
    return account?.id === row.account_id ? { ...session, account } : undefined;
  };

  return {
    create: async ({ purpose, accessKey, lastsMs }) =>
      database.writeFor('sessions', function* () {
        const hash =
          accessKey !== undefined && isAccessKey(accessKey) ? hashAccessKey(accessKey) : null;
        const account = hash === null ? undefined : yield* accountOf(hash);
        if (accessKey !== undefined && account === undefined) return undefined;
        const instant = now();
        const secret = randomBytes(32).toString('base64url');
        const session = {
          id: uuid({ msecs: instant }),
          purpose,
          createdAt: instant,
          expiresAt: instant + lastsMs,
        };
        yield* expire.run({ now: instant });
        yield* insert.run({
          id: session.id,
          purpose,
          secret_hash: hashOf(secret),
          account_id: account?.id ?? null,
          key_hash: hash,
          created_at: instant,
          expires_at: session.expiresAt,
        });
        if (account) yield* trimAccount.run({ account_id: account.id, purpose });
        else yield* trimOperators.run({ purpose });
        return { session: { ...session, ...(account && { account }) }, secret };
      }),
    find: async (purpose, secret) => database.read(() => find(purpose, secret)),
    take: async (purpose, secret) =>
      database.writeFor('sessions', function* () {
        const found = yield* find(purpose, secret);
        if (found) yield* remove.run({ purpose, secret_hash: hashOf(secret) });
        return found;
      }),
    end: async (purpose, secret) =>
      (await database.write(() => remove.run({ purpose, secret_hash: hashOf(secret) }))) === 1,
    endOperators: async () => database.write(() => removeOperators.run()),
  };
}

/** The secrets are random, and too long to be guessed: a plain digest is enough. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
