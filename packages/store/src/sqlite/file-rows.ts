import type { Files, NewFile, StoredFile } from '../ports/files.ts';
import type { Database } from './open-database.ts';

interface Row {
  name: string;
  extension: string;
  media_type: string;
  bytes: number;
  sha256: string;
  account_id: string;
  expires_at: number;
  created_at: number;
  attachment_name: string | null;
}

/** A step of a transaction that somebody else holds. */
export type InsertFile = (accountId: string, file: NewFile) => void;

export function prepareInsertFile(database: Database, now: () => number): InsertFile {
  const insert = database.prepare(`INSERT INTO files (name, extension, media_type, bytes, sha256,
      account_id, expires_at, created_at, attachment_name)
    VALUES (:name, :extension, :media_type, :bytes, :sha256,
      :account_id, :expires_at, :created_at, :attachment_name)`);
  return (accountId, file) =>
    void insert.run({
      name: file.name,
      extension: file.extension,
      media_type: file.mediaType,
      bytes: file.bytes,
      sha256: file.sha256,
      account_id: accountId,
      expires_at: file.expiresAt,
      created_at: now(),
      attachment_name: file.attachmentName ?? null,
    });
}

export function createFiles(
  database: Database,
  now: () => number,
): Files & { known(name: string): boolean } {
  const insert = prepareInsertFile(database, now);
  const get = database.prepare<Row>(`SELECT * FROM files WHERE name = :name`);
  const expired = database.prepare<Row>(
    `SELECT * FROM files WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit`,
  );
  const remove = database.prepare(`DELETE FROM files WHERE name = :name`);
  return {
    add: async (accountId, file) => database.write(() => insert(accountId, file)),
    get: async (name) => {
      const row = database.read(() => get.get({ name }));
      return row && row.expires_at > now() ? toFile(row) : undefined;
    },
    expired: async (limit) =>
      database.read(() => expired.all({ now: now(), limit })).map((row) => toFile(row)),
    remove: async (names) =>
      database.write(() => {
        for (const name of names) remove.run({ name });
      }),
    known: (name) => database.read(() => get.get({ name })) !== undefined,
  };
}

function toFile(row: Row): StoredFile {
  return {
    name: row.name,
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
