import { RenderError } from '@tintype/contract/errors';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { Database } from './database.ts';
import { checkWhole } from './prepare-list.ts';

const MAX_TEXT = 16_384;
const MAX_KEPT = 20_000;

/** Stores log lines. */
export function createJournal(database: Database, now: () => number): Journal {
  const insert = database.prepare(
    `INSERT INTO journal (book, at, text) VALUES (:book, :at, :text)`,
  );
  const trim = database.prepare(`DELETE FROM journal WHERE book = :book AND id <= (
    SELECT id FROM journal WHERE book = :book ORDER BY id DESC LIMIT 1 OFFSET :keep)`);
  const list = database.prepare<JournalEntry>(`SELECT id, at, text FROM journal
    WHERE book = :book AND id < :before AND at >= :since ORDER BY id DESC LIMIT :limit`);
  return {
    write: async (book, text, keep) => {
      if (Buffer.byteLength(text) > MAX_TEXT) {
        throw new RenderError('invalid_parameter', `An entry has at most ${MAX_TEXT} bytes.`);
      }
      const kept = Math.min(MAX_KEPT, Math.max(1, Math.floor(keep)));
      await database.write(function* () {
        yield* insert.run({ book, at: now(), text });
        yield* trim.run({ book, keep: kept });
      });
    },
    list: async (book, { limit, before = Number.MAX_SAFE_INTEGER, sinceAt = 0 }) => {
      checkWhole('before', before);
      const since = Math.ceil(sinceAt);
      checkWhole('sinceAt', since);
      const rows = await database.read(() => list.all({ book, before, since, limit }));
      return rows.map(({ id, at, text }) => ({ id, at, text }));
    },
  };
}
