import { randomUUID } from 'node:crypto';
import { RenderError } from '@tintype/contract/errors';
import type { SecretBox } from '../../keys/secret-box.ts';
import type { PageSessions } from '../../ports.ts';
import { tooManySessions } from '../../refused-request.ts';
import type { Database } from '../database.ts';
import {
  loginContext,
  shownColumns,
  stateColumns,
  stateContext,
  toContent,
  toPageSession,
  type ContentRow,
  type PageSessionRow,
} from './page-session-rows.ts';

export interface PageSessionsParts {
  database: Database;
  box: SecretBox;
  now: () => number;
}

const OWN = 'account_id = :account_id AND name = :name';
const LIVE = `${OWN} AND expires_at > :now`;

export function createPageSessions(parts: PageSessionsParts): PageSessions {
  const { database, box, now } = parts;
  const content = database.prepare<ContentRow>(
    `SELECT state, login, version, used_at, expires_at FROM page_sessions WHERE ${LIVE}`,
  );
  const write = database.prepare(`UPDATE page_sessions SET state = :state, bytes = :bytes,
      cookies = :cookies, origins = :origins, version = :next, updated_at = :now, used_at = :now,
      expires_at = :now + lasts_ms
    WHERE ${LIVE} AND version = :version`);
  const touch = database.prepare(
    `UPDATE page_sessions SET used_at = :now, expires_at = :now + lasts_ms WHERE ${LIVE}`,
  );
  const shown = database.prepare<PageSessionRow>(
    `SELECT ${shownColumns} FROM page_sessions WHERE ${LIVE}`,
  );
  const list = database.prepare<PageSessionRow>(`SELECT ${shownColumns} FROM page_sessions
    WHERE account_id = :account_id AND expires_at > :now AND pending = 0 ORDER BY name`);
  const remove = database.prepare(`DELETE FROM page_sessions WHERE ${LIVE}`);
  const of = (accountId: string, name: string) => ({ account_id: accountId, name, now: now() });

  return {
    put: preparePut(parts),
    read: async (accountId, name) => {
      const row = await database.read(() => content.get(of(accountId, name)));
      return row && toContent(row, [accountId, name], box);
    },
    write: async (accountId, name, state, version) => {
      const columns = stateColumns(state, stateContext(accountId, name), box);
      const values = { ...of(accountId, name), ...columns, version, next: nextVersion(version) };
      return (await database.write(() => write.run(values))) === 1;
    },
    touch: async (accountId, name) =>
      (await database.write(() => touch.run(of(accountId, name)))) === 1,
    get: async (accountId, name) => {
      const row = await database.read(() => shown.get(of(accountId, name)));
      return row && toPageSession(row);
    },
    list: async (accountId) => {
      const rows = await database.read(() => list.all({ account_id: accountId, now: now() }));
      return rows.map(toPageSession);
    },
    remove: async (accountId, name) =>
      (await database.write(() => remove.run(of(accountId, name)))) === 1,
  };
}

/** Keeps the generation, which is before the colon: `put` sets another one. */
function nextVersion(version: string): string {
  return `${version.slice(0, Math.max(0, version.indexOf(':')))}:${randomUUID()}`;
}

function preparePut({ database, box, now }: PageSessionsParts): PageSessions['put'] {
  const isOpen = database.prepare(
    `SELECT 1 FROM accounts WHERE id = :account_id AND status <> 'revoked'`,
  );
  const expire = database.prepare(
    `DELETE FROM page_sessions WHERE account_id = :account_id AND expires_at <= :now`,
  );
  const others = database.prepare(`SELECT 1 FROM page_sessions
    WHERE account_id = :account_id AND name <> :name AND pending = 0 LIMIT :max`);
  const insert = database.prepare<PageSessionRow>(`INSERT INTO page_sessions (account_id, name,
      state, login, pending, version, bytes, cookies, origins, lasts_ms, created_at, updated_at,
      used_at, expires_at)
    VALUES (:account_id, :name, :state, :login, :pending, :version, :bytes, :cookies, :origins,
      :lasts_ms, :now, :now, :now, :expires_at)
    ON CONFLICT (account_id, name) DO UPDATE SET state = excluded.state, login = excluded.login,
      pending = excluded.pending, version = excluded.version, bytes = excluded.bytes,
      cookies = excluded.cookies, origins = excluded.origins, lasts_ms = excluded.lasts_ms,
      updated_at = excluded.updated_at, used_at = excluded.used_at, expires_at = excluded.expires_at
    RETURNING ${shownColumns}`);
  return async (accountId, { name, state, login, lastsMs, isPending = false }, max) => {
    const columns = stateColumns(state, stateContext(accountId, name), box);
    const sealed = login && box.seal(JSON.stringify(login), loginContext(accountId, name));
    return database.writeFor(accountId, function* () {
      const own = { account_id: accountId };
      const instant = now();
      if (!(yield* isOpen.get(own))) throw new RenderError('unauthorized');
      yield* expire.run({ ...own, now: instant });
      const present = isPending ? [] : yield* others.all({ ...own, name, max });
      if (present.length >= max) throw tooManySessions(max);
      const row = yield* insert.get({
        ...own,
        ...columns,
        name,
        login: sealed ?? null,
        pending: Number(isPending),
        version: nextVersion(`${randomUUID()}:`),
        lasts_ms: lastsMs,
        now: instant,
        expires_at: instant + lastsMs,
      });
      if (!row) throw new Error('INSERT ... RETURNING gave no row.');
      return toPageSession(row);
    });
  };
}
