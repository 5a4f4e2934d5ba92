import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileKey } from '../file-key.ts';
import type { SecretBox } from '../keys/secret-box.ts';
import { sealDelivery } from '../sql/delivery-rows.ts';
import { fileContext } from '../sql/file-rows.ts';
import { kept } from '../sql/kept-links.ts';
import type { Database } from './open-database.ts';
import { detailsContext, requestFileContext } from '../sql/request-rows.ts';

/** What old rows are sealed with. */
export interface SealParts {
  database: Database;
  box: SecretBox;
  /** Where contents lie. */
  files: string;
}

/** In `meta`, once there are none any more. */
export const OLD_ROWS_SEALED = 'old_rows_sealed';
const BATCH = 500;

/**
 * Brings what version 1 kept readable into the form of version 2: addresses of webhooks, names of
 * files, bodies of webhooks. Contents move to where their keys say. Can be ended at any moment, and
 * goes on at the next start.
 */
export function sealOldRows(parts: SealParts): void {
  const { database } = parts;
  const done = database.prepare(`SELECT 1 FROM meta WHERE key = '${OLD_ROWS_SEALED}'`);
  if (database.read(() => done.get())) return;
  // What is sealed now must not stay readable in pages that are free.
  database.exec('PRAGMA secure_delete = ON');
  const steps = [requestStep(parts), deliveryStep(parts), fileStep(parts)];
  for (const step of steps) while (database.write(step) === BATCH);
  database.write(() =>
    database
      .prepare(
        `INSERT INTO meta (key, value) VALUES ('${OLD_ROWS_SEALED}', x'01')
      ON CONFLICT DO NOTHING`,
      )
      .run(),
  );
  database.exec('PRAGMA secure_delete = OFF');
}

interface OldRequest {
  id: string;
  webhook_url: string | null;
  webhook_signed: number | null;
  file_name: string | null;
}

/** Each gives how many rows it has changed. */
function requestStep({ database, box }: SealParts): () => number {
  const old = database.prepare<OldRequest>(`SELECT id, webhook_url, webhook_signed, file_name
    FROM requests WHERE details IS NULL AND id > :last ORDER BY id LIMIT ${BATCH}`);
  const move = database.prepare(`UPDATE requests SET details = :details, file = :file,
      webhook_url = NULL, webhook_signed = NULL, file_name = NULL,
      parameters = CASE WHEN available_at IS NULL THEN x'' ELSE parameters END
    WHERE id = :id`);
  let last = '';
  return () => {
    const rows = old.all({ last });
    for (const { id, webhook_url: url, webhook_signed: signed, file_name: name } of rows) {
      const details = url === null ? {} : { webhook: { url, signed: signed === 1 } };
      move.run({
        id,
        details: box.seal(JSON.stringify(details), detailsContext({ id })),
        file: name === null ? null : box.seal(name, requestFileContext({ id })),
      });
      last = id;
    }
    return rows.length;
  };
}

function deliveryStep({ database, box }: SealParts): () => number {
  const old = database.prepare<{ id: string; url: string; body: string }>(`SELECT id, url, body
    FROM outbox WHERE sealed IS NULL AND id > :last ORDER BY id LIMIT ${BATCH}`);
  const move = database.prepare(
    `UPDATE outbox SET sealed = :sealed, url = '', body = '' WHERE id = :id`,
  );
  let last = '';
  return () => {
    const rows = old.all({ last });
    for (const row of rows) {
      move.run({ id: row.id, sealed: sealDelivery(row.id, row, box) });
      last = row.id;
    }
    return rows.length;
  };
}

function fileStep({ database, box, files }: SealParts): () => number {
  const old = database.prepare<{ name: string }>(`SELECT name FROM files
    WHERE sealed IS NULL AND name > :last ORDER BY name LIMIT ${BATCH}`);
  const move = database.prepare(
    `UPDATE files SET name = :key, sealed = :sealed WHERE name = :name`,
  );
  // Whose they are was not written then.
  const link = database.prepare(
    `INSERT INTO request_files (request_id, file) VALUES ('${kept}', :key) ON CONFLICT DO NOTHING`,
  );
  let last = '';
  return () => {
    const rows = old.all({ last });
    for (const { name } of rows) {
      const key = fileKey(name);
      moveContent(files, name, key);
      move.run({ name, key, sealed: box.seal(name, fileContext(key)) });
      link.run({ key });
      last = name;
    }
    return rows.length;
  };
}

/** It may have been moved before, by a start that was ended. */
function moveContent(files: string, name: string, key: string): void {
  const from = join(files, name.slice(0, 2), name);
  const to = join(files, key.slice(0, 2), key);
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
}
