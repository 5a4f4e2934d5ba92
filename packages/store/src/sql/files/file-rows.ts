import { fileKey } from '@tintype/files';
import type { SecretBox } from '../../keys/secret-box.ts';
import type { Files, NewFile, StoredFile } from '../../ports/files.ts';
import { accountStorageFull } from '../../refused-request.ts';
import type { Database, Steps } from '../database.ts';
import { prepareExtendHeld } from '../monitors/monitor-files.ts';
import { prepareLinkKept, prepareUnlinkKept } from './file-links.ts';
import { replacedTraces, type TraceRow } from './replaced-traces.ts';

/** Dependencies of the index of files. */
export interface FileRowParts {
  database: Database;
  box: SecretBox;
  now: () => number;
}

/** The names of files open them: rows have their keys, and the names sealed. */
interface Row {
  /** The key. */
  name: string;
  sealed: Uint8Array | null;
  extension: string;
  media_type: string;
  bytes: number;
  sha256: string;
  account_id: string;
  expires_at: number;
  created_at: number;
  attachment_name: string | null;
}

export const fileContext = (key: string) => `file ${key}`;

/**
 * Inserts within the caller's transaction; an existing file of the same content is extended.
 * `storedBytes`: the account's limit.
 * @throws RenderError `account_storage_full`
 */
export type InsertFile = (
  accountId: string,
  file: NewFile,
  storedBytes?: number,
  trace?: { of: string; isBrief: boolean; isSuccess: boolean },
) => Steps<void>;

export function prepareInsertFile({ database, box, now }: FileRowParts): InsertFile {
  const extendHeld = prepareExtendHeld(database);
  const lengthen =
    database.prepare(`UPDATE files SET expires_at = ${database.dialect.greatest}(expires_at, :expires_at)
    WHERE name = :key AND account_id = :account_id AND sha256 = :sha256`);
  const insert = database.prepare(`INSERT INTO files (name, sealed, extension, media_type, bytes,
      sha256, account_id, expires_at, created_at, attachment_name, trace_of, is_brief,
      is_success)
    VALUES (:key, :sealed, :extension, :media_type, :bytes, :sha256,
      :account_id, :expires_at, :created_at, :attachment_name, :trace_of, :is_brief,
      :is_success)`);
  const kept = database.prepare<{ bytes: number }>(
    `SELECT file_bytes + waiting_bytes AS bytes FROM kept WHERE account_id = :account_id`,
  );
  return function* (accountId, file, storedBytes = Infinity, trace) {
    const key = fileKey(file.name);
    const same = { key, account_id: accountId, sha256: file.sha256, expires_at: file.expiresAt };
    if ((yield* lengthen.run(same)) === 1) {
      yield* extendHeld(same);
      return;
    }
    yield* insert.run({
      ...same,
      sealed: box.seal(file.name, fileContext(key)),
      extension: file.extension,
      media_type: file.mediaType,
      bytes: file.bytes,
      created_at: now(),
      attachment_name: file.attachmentName ?? null,
      trace_of: trace?.of ?? null,
      is_brief: trace?.isBrief ? 1 : 0,
      is_success: trace?.isSuccess ? 1 : 0,
    });
    if (trace?.isBrief) return;
    if (((yield* kept.get({ account_id: accountId }))?.bytes ?? 0) > storedBytes) {
      throw accountStorageFull(storedBytes);
    }
  };
}

/** Expiry of files that a sweep removes, for readers with an earlier clock value. */
const TAKEN = 0;

/** Files by their keys, for sweeps. */
export interface FileKeys {
  /** Returns those that belong to something. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Files past their expiry: from now on it cannot be extended. */
  takeExpired(limit: number): Promise<string[]>;
  /** Removes what was taken. */
  removeTaken(keys: readonly string[]): Promise<void>;
}

export function createFiles(parts: FileRowParts): Files & FileKeys {
  const { database, now } = parts;
  const insert = prepareInsertFile(parts);
  const linkKept = prepareLinkKept(database);
  const removeRow = prepareRemoveFile(database);
  const extendHeld = prepareExtendHeld(database);
  const get = database.prepare<Row>(`SELECT * FROM files WHERE name = :key`);
  const expired = database.prepare<Row>(
    `SELECT * FROM files WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit`,
  );
  const same = database.prepare<Row>(`SELECT * FROM files
    WHERE account_id = :account_id AND sha256 = :sha256 AND bytes = :bytes
      AND extension = :extension AND media_type = :media_type
      AND attachment_name IS NOT DISTINCT FROM :attachment_name AND expires_at > :now LIMIT 1`);
  // The condition again: a sweep may have taken it meanwhile.
  const lengthen = database.prepare(
    `UPDATE files SET expires_at = ${database.dialect.greatest}(expires_at, :expires_at)
     WHERE name = :key AND expires_at > :now`,
  );
  const open = (row: Row, name?: string) => toFile(row, parts, name);
  return {
    add: async (accountId, file) =>
      database.writeFor(accountId, function* () {
        yield* insert(accountId, file);
        yield* linkKept(file);
      }),
    reuse: async (accountId, content, expiresAt) => {
      const wanted = {
        account_id: accountId,
        sha256: content.sha256,
        bytes: content.bytes,
        extension: content.extension,
        media_type: content.mediaType,
        attachment_name: content.attachmentName ?? null,
        now: now(),
      };
      if (!(await database.read(() => same.get(wanted)))) return undefined;
      return database.write(function* () {
        const row = yield* same.get(wanted);
        const file = row && open(row);
        if (!file || file.name === '') return undefined;
        const longer = { key: row.name, expires_at: expiresAt, now: wanted.now };
        if ((yield* lengthen.run(longer)) === 0) return undefined;
        yield* extendHeld(longer);
        const { accountId: _account, createdAt: _created, ...present } = file;
        return { ...present, expiresAt: Math.max(file.expiresAt, expiresAt) };
      });
    },
    ...prepareTraces(parts, insert),
    get: async (name) => {
      const row = await database.read(() => get.get({ key: fileKey(name) }));
      return row && row.expires_at > now() ? open(row, name) : undefined;
    },
    expired: async (limit) =>
      (await database.read(() => expired.all({ now: now(), limit }))).map((row) => open(row)),
    remove: async (names) =>
      database.writeFor('sweep', function* () {
        for (const name of names) yield* removeRow(fileKey(name));
      }),
    ...prepareKeys(parts),
  };
}

/** A step of a transaction: deletes the row, and its links to requests. */
function prepareRemoveFile(database: Database): (key: string) => Steps<void> {
  const remove = database.prepare(`DELETE FROM files WHERE name = :key`);
  const unlink = prepareUnlinkKept(database);
  return function* (key) {
    yield* remove.run({ key });
    yield* unlink(key);
  };
}

function prepareTraces(
  parts: FileRowParts,
  insert: InsertFile,
): Pick<Files, 'addTrace' | 'traceOf'> {
  const { database, now } = parts;
  const present = database.prepare<TraceRow & { trace_of: string; is_brief: number }>(
    `SELECT name, bytes, trace_of, is_brief, is_success FROM files
     WHERE account_id = :account_id AND trace_of IS NOT NULL AND expires_at > :now
     ORDER BY created_at DESC, name`,
  );
  const claimed = database.prepare<{ token: number }>(
    `SELECT token FROM requests WHERE id = :id AND account_id = :account_id AND token = :token`,
  );
  const remove = database.prepare(`DELETE FROM files WHERE name = :key`);
  const get = database.prepare<Row>(`SELECT * FROM files
    WHERE account_id = :account_id AND trace_of = :trace_of AND expires_at > :now LIMIT 1`);
  return {
    addTrace: async (accountId, requestId, file, bounds) =>
      database.writeFor(accountId, function* () {
        const { storedBytes, isBrief = false, isSuccess = false, token } = bounds;
        const claim = { id: requestId, account_id: accountId, token: token ?? 0 };
        if (token !== undefined && !(yield* claimed.get(claim))) return [fileKey(file.name)];
        const rows = yield* present.all({ account_id: accountId, now: now() });
        const own = rows.filter(({ trace_of }) => trace_of === requestId);
        // Traces that were not requested do not replace requested ones.
        const alike = rows.filter(
          (row) => row.trace_of !== requestId && (row.is_brief === 1) === isBrief,
        );
        const replaced = replacedTraces({ bytes: file.bytes, isSuccess }, alike, bounds);
        if (!replaced) return [fileKey(file.name)];
        const gone = [...own, ...replaced].map(({ name }) => name);
        // Until a sweep they would take the room of the one that comes.
        for (const key of gone) yield* remove.run({ key });
        yield* insert(accountId, file, storedBytes, { of: requestId, isBrief, isSuccess });
        return gone;
      }),
    traceOf: async (accountId, requestId) => {
      const wanted = { account_id: accountId, trace_of: requestId, now: now() };
      const row = await database.read(() => get.get(wanted));
      return row && toFile(row, parts);
    },
  };
}

function prepareKeys({ database, now }: FileRowParts): FileKeys {
  const asked = database.dialect.valuesOf(':keys');
  const known = database.prepare<{ name: string }>(`SELECT name FROM files WHERE name IN (${asked})
    UNION ALL SELECT file FROM idempotency WHERE file IN (${asked})`);
  // The condition twice: a transaction that waited for a row checks it again, and not the list.
  const take = database.prepare<{ name: string }>(
    `UPDATE files SET expires_at = ${TAKEN} WHERE expires_at <= :now AND name IN
       (SELECT name FROM files WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit)
     RETURNING name`,
  );
  const remove = database.prepare(`DELETE FROM files WHERE name = :key AND expires_at <= :now`);
  const unlink = prepareUnlinkKept(database);
  return {
    known: async (keys) => {
      const rows = await database.read(() => known.all({ keys: JSON.stringify(keys) }));
      return new Set(rows.map(({ name }) => name));
    },
    takeExpired: async (limit) =>
      (await database.writeFor('sweep', () => take.all({ now: now(), limit }))).map(
        ({ name }) => name,
      ),
    removeTaken: async (keys) =>
      database.writeFor('sweep', function* () {
        for (const key of keys) {
          if ((yield* remove.run({ key, now: now() })) === 1) yield* unlink(key);
        }
      }),
  };
}

function toFile(row: Row, { box }: FileRowParts, name?: string): StoredFile {
  const opened = () => row.sealed && box.open(row.sealed, fileContext(row.name));
  return {
    name: name ?? opened() ?? '',
    extension: row.extension,
    mediaType: row.media_type,
    bytes: row.bytes,
    sha256: row.sha256,
    accountId: row.account_id,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    ...(row.attachment_name === null ? {} : { attachmentName: row.attachment_name }),
  };
}
