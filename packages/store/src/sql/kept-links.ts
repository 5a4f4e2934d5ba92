import { fileKey } from '../file-key.ts';
import type { NewFile } from '../ports/files.ts';
import type { Database, Steps } from './database.ts';

/** In the place of a request: the file was kept for itself, and goes with its own time. */
export const kept = 'kept';

/** A step of the caller's transaction: this file is not deleted with a request. */
export function prepareLinkKept(database: Database): (file: NewFile) => Steps<void> {
  const link = database.prepare(
    `INSERT INTO request_files (request_id, file) VALUES ('${kept}', :key) ON CONFLICT DO NOTHING`,
  );
  return function* ({ name }) {
    yield* link.run({ key: fileKey(name) });
  };
}

/** The file is no more. */
export function prepareUnlinkKept(database: Database): (key: string) => Steps<void> {
  const unlink = database.prepare(
    `DELETE FROM request_files WHERE request_id = '${kept}' AND file = :key`,
  );
  return function* (key) {
    yield* unlink.run({ key });
  };
}
