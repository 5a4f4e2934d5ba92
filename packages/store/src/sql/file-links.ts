import { fileKey } from '../file-key.ts';
import type { Results } from '../ports/requests.ts';
import type { Database, Steps } from './database.ts';
import { filesOf } from './request-rows.ts';

/** A step of the caller's transaction: links the files of a request. */
export type LinkFiles = (request: { id: string }, results: Results) => Steps<void>;

export function prepareLinkFiles(database: Database): LinkFiles {
  const link = database.prepare(
    `INSERT INTO request_files (request_id, file) VALUES (:id, :key) ON CONFLICT DO NOTHING`,
  );
  return function* ({ id }, results) {
    for (const { name } of filesOf(results)) yield* link.run({ id, key: fileKey(name) });
  };
}
