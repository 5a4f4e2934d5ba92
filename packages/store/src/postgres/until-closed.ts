import { RenderError } from '@tintype/contract/errors';
import type { Database } from '../sql/database.ts';

/** The same database, which begins nothing new once it is closed. */
export function untilClosed(database: Database, isClosed: () => boolean): Database {
  const open = (): Database => {
    if (isClosed()) throw new RenderError('shutting_down', 'The store has been closed.');
    return database;
  };
  return {
    ...database,
    write: async (work) => open().write(work),
    writeFor: async (name, work) => open().writeFor(name, work),
    read: async (work) => open().read(work),
  };
}
