import { createHash } from 'node:crypto';
import { fileKey } from '@tintype/files';
import type { SecretBox } from '../../keys/secret-box.ts';
import type { FileBytes } from '../../ports/files.ts';
import type {
  Idempotency,
  IdempotentRequest,
  KeptAnswer,
} from '../../ports/requests/idempotency.ts';
import type { Database, Steps } from '../database.ts';
import { createReservations } from '../accounts/reservations.ts';

/** Dependencies of stored responses. */
export interface IdempotencyParts {
  /** May be one that survives a kill, but not a loss of power. */
  database: Database;
  box: SecretBox;
  fileBytes: Pick<FileBytes, 'removeKey'>;
  holder: string;
  /** Of one account. */
  answersKept: number;
  now: () => number;
}

/** Time a response is stored. */
export const ANSWERS_KEPT_MS = 24 * 60 * 60_000;

/** Of all answers of one account. */
const MAX_ANSWER_BYTES = 256 * 1_048_576;

/** So many go at a time. */
const BATCH = 100;

interface Row {
  fingerprint: string;
  holder: string | null;
  answer: Uint8Array | null;
}

export const answerContext = (accountId: string, keyHash: string) =>
  `answer ${accountId} ${keyHash}`;

export function createIdempotency(parts: IdempotencyParts): Idempotency {
  const { database, box, holder, now } = parts;
  const find = database.prepare<Row>(`SELECT fingerprint, holder, answer FROM idempotency
    WHERE account_id = :account_id AND key_hash = :key_hash AND created_at > :after`);
  const begin = database.prepare(`INSERT INTO idempotency
      (account_id, key_hash, fingerprint, holder, created_at)
    VALUES (:account_id, :key_hash, :fingerprint, :holder, :now)`);
  const remove = database.prepare(
    `DELETE FROM idempotency WHERE account_id = :account_id AND key_hash = :key_hash`,
  );
  const abandon = database.prepare(`DELETE FROM idempotency
    WHERE account_id = :account_id AND key_hash = :key_hash AND holder = :holder`);
  const drop = database.prepare(`DELETE FROM idempotency
    WHERE account_id = :account_id AND key_hash = :key_hash AND holder IS NULL
      AND file IS NOT DISTINCT FROM :file`);
  const reservations = createReservations(database, now);
  const forgetSurplus = prepareSurplus(parts);
  const finish = prepareFinish(parts);
  return {
    begin: async (request) =>
      database.writeFor(request.accountId, function* () {
        const at = place(request);
        const instant = now();
        const known = yield* find.get({ ...at, after: instant - ANSWERS_KEPT_MS });
        if (known && known.fingerprint !== request.fingerprint) return { state: 'other' };
        if (known?.holder) return { state: 'under_way' };
        const text =
          known?.answer && box.open(known.answer, answerContext(at.account_id, at.key_hash));
        if (text) return { state: 'answered', ...(JSON.parse(text) as KeptAnswer) };
        // One that is too old, whose process has died, or that cannot be read any more.
        yield* remove.run(at);
        yield* begin.run({ ...at, fingerprint: request.fingerprint, holder, now: instant });
        return { state: 'started' };
      }),
    finish: async (request, kept, reservationId) => {
      await database.writeFor(request.accountId, function* () {
        yield* finish(request, kept);
        if (reservationId !== undefined) yield* reservations.settle(reservationId);
      });
      // The answer is kept, whatever becomes of others: the next one that is kept retries.
      await forgetSurplus(request.accountId).catch(() => {});
    },
    abandon: async (request) => {
      await database.write(() => abandon.run({ ...place(request), holder }));
    },
    dropAnswered: async (request, { file }) => {
      const key = file ? fileKey(file.name) : null;
      await database.write(() => drop.run({ ...place(request), file: key }));
    },
  };
}

const place = ({ accountId, key }: IdempotentRequest) => ({
  account_id: accountId,
  key_hash: hashOf(key),
});

/** A step of the caller's transaction. */
export function prepareFinish({
  database,
  box,
  holder,
}: Pick<IdempotencyParts, 'database' | 'box' | 'holder'>): (
  request: IdempotentRequest,
  kept: KeptAnswer,
) => Steps<void> {
  const finish = database.prepare(`UPDATE idempotency
    SET holder = NULL, answer = :answer, file = :file, bytes = :bytes
    WHERE account_id = :account_id AND key_hash = :key_hash AND holder = :holder`);
  return function* (request, kept) {
    const at = place(request);
    const sealed = box.seal(JSON.stringify(kept), answerContext(at.account_id, at.key_hash));
    yield* finish.run({
      ...at,
      holder,
      answer: sealed,
      file: kept.file ? fileKey(kept.file.name) : null,
      bytes: sealed.byteLength + (kept.file?.bytes ?? 0),
    });
  };
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** The oldest of one account, until it has no more than it may. */
function prepareSurplus({
  database,
  fileBytes,
  answersKept,
}: IdempotencyParts): (accountId: string) => Promise<void> {
  const isOver = database.prepare(`SELECT 1 FROM kept WHERE account_id = :account_id
    AND (answers > ${answersKept} OR answer_bytes > ${MAX_ANSWER_BYTES})`);
  const oldest = database.prepare<{ file: string | null }>(`DELETE FROM idempotency
    WHERE (account_id, key_hash) IN
      (SELECT account_id, key_hash FROM idempotency
       WHERE account_id = :account_id AND holder IS NULL ORDER BY created_at LIMIT 1)
    RETURNING file`);
  return async (accountId) => {
    const wanted = { account_id: accountId };
    for (;;) {
      if (!(await database.read(() => isOver.get(wanted)))) return;
      const gone = await database.write(() => oldest.get(wanted));
      if (!gone) return;
      if (gone.file !== null) await fileBytes.removeKey(gone.file);
    }
  };
}

/** Removes responses older than a day. Returns how many files were removed with them. */
export function prepareAnswerSweep({
  database,
  fileBytes,
  now,
}: Pick<IdempotencyParts, 'database' | 'fileBytes' | 'now'>): () => Promise<number> {
  const old = database.prepare<{ file: string | null }>(`DELETE FROM idempotency
    WHERE (account_id, key_hash) IN
      (SELECT account_id, key_hash FROM idempotency
       WHERE created_at <= :before AND holder IS NULL LIMIT ${BATCH})
    RETURNING file`);
  return async () => {
    for (let sum = 0; ;) {
      const gone = await database.writeFor('sweep', () =>
        old.all({ before: now() - ANSWERS_KEPT_MS }),
      );
      for (const { file } of gone) {
        if (file === null) continue;
        await fileBytes.removeKey(file);
        sum += 1;
      }
      if (gone.length < BATCH) return sum;
    }
  };
}
