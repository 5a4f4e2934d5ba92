import { fileKey } from '@tintype/files';
import type { Results } from '../../ports/requests/requests.ts';
import type { Database, Steps } from '../database.ts';
import type { NewFile } from '../../ports/files.ts';

/** The files of a request, which come with its end. */
export function filesOf({ file, outputs = [] }: Results): NewFile[] {
  if (file) return [file];
  return outputs.flatMap((output) => (output.file ? [output.file] : []));
}

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

/** In the place of a request: the file was kept for itself, and goes with its own time. */
const kept = 'kept';

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
