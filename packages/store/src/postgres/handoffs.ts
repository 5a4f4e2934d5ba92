import type { SecretBox } from '../keys/secret-box.ts';
import type { HandoffClaim, Handoffs, HandoffState } from '../ports/requests/handoffs.ts';
import type { Database, Parameters, Steps } from '../sql/database.ts';

/** Options of {@link createHandoffs}. */
export interface HandoffsParts {
  database: Database;
  box: SecretBox;
  /** The name of this process. */
  holder: string;
  /** Unix milliseconds. */
  now: () => number;
}

interface ClaimedRow {
  id: string;
  token: number;
  account_id: string;
  content: Uint8Array;
  attempts: number;
  created_at: number;
}

/** Claims take turns, so that what an account has running is counted exactly. */
const TURN = 'handoffs';

const contentContext = (id: string) => `handoff ${id}`;
const answerContext = (id: string) => `handoff answer ${id}`;

export function createHandoffs(parts: HandoffsParts): Handoffs {
  return { ...createOffers(parts), ...createClaims(parts) };
}

type Offers = Pick<Handoffs, 'offer' | 'offered' | 'take' | 'withdraw' | 'capacity'>;

function createOffers({ database, box, holder, now }: HandoffsParts): Offers {
  const insert = database.prepare(`INSERT INTO handoffs
      (id, account_id, records, needs, account_concurrency, account_part, content, holder, created_at)
    VALUES (:id, :account_id, :records, :needs, :account_concurrency, :account_part, :content, :holder, :now)`);
  const offered = database.prepare<HandoffState>(`SELECT id,
      CASE WHEN answer IS NOT NULL THEN 'answered' WHEN worker IS NULL OR attempts = 0 THEN 'waiting'
           ELSE 'running' END AS state
    FROM handoffs WHERE holder = :holder`);
  const take = database.prepare<{ answer: Uint8Array }>(
    `DELETE FROM handoffs WHERE id = :id AND holder = :holder AND answer IS NOT NULL RETURNING answer`,
  );
  const withdraw = database.prepare(`DELETE FROM handoffs WHERE id = :id AND holder = :holder`);
  const capacity = database.prepare<{ workers: number; slots: number }>(
    `SELECT count(*) AS workers, coalesce(sum(slots), 0)::BIGINT AS slots FROM workers`,
  );
  return {
    offer: async ({ id, accountId, records, needs, content, ...bounds }) => {
      const { accountConcurrency, accountPart } = bounds;
      const row = {
        id,
        account_id: accountId,
        records: records ? 1 : 0,
        needs: JSON.stringify(needs),
        account_concurrency: accountConcurrency ?? null,
        account_part: accountPart ?? null,
        content: box.seal(content, contentContext(id)),
        holder,
        now: now(),
      };
      await database.write(() => insert.run(row));
    },
    offered: async () => database.read(() => offered.all({ holder })),
    take: async (id) => {
      const row = await database.write(() => take.get({ id, holder }));
      return row && box.open(row.answer, answerContext(id));
    },
    withdraw: async (id) => {
      await database.write(() => withdraw.run({ id, holder }));
    },
    capacity: async () => (await database.read(() => capacity.get())) ?? { workers: 0, slots: 0 },
  };
}

type Claims = Pick<
  Handoffs,
  'claim' | 'begin' | 'wanted' | 'answer' | 'putBack' | 'serve' | 'leave'
>;

function createClaims({ database, box, holder, now }: HandoffsParts): Claims {
  const mine = `id = :id AND token = :token AND worker = :holder`;
  const any = database.prepare(
    `SELECT 1 FROM handoffs WHERE worker IS NULL AND answer IS NULL AND records = :records
      AND created_at <= :until LIMIT 1`,
  );
  const claim = prepareClaim(database);
  const begin = database.prepare(`UPDATE handoffs SET attempts = :attempts WHERE ${mine}`);
  const wanted = database.prepare<{ id: string; token: number; attempts: number }>(
    `SELECT id, token, attempts + 1 AS attempts FROM handoffs WHERE worker = :holder`,
  );
  const answer = database.prepare(
    `UPDATE handoffs SET answer = :answer, worker = NULL WHERE ${mine}`,
  );
  const answered = database.prepare(
    `SELECT 1 FROM handoffs WHERE id = :id AND token = :token AND answer IS NOT NULL`,
  );
  const putBack = database.prepare(
    `UPDATE handoffs SET worker = NULL, attempts = :attempts WHERE ${mine}`,
  );
  const serve = database.prepare(`INSERT INTO workers (name, slots) VALUES (:holder, :slots)
    ON CONFLICT (name) DO UPDATE SET slots = excluded.slots WHERE workers.slots <> excluded.slots`);
  const leave = database.prepare(`DELETE FROM workers WHERE name = :holder`);
  const toClaim = (row: ClaimedRow): HandoffClaim => ({
    id: row.id,
    token: row.token,
    accountId: row.account_id,
    attempts: row.attempts + 1,
    offeredAt: row.created_at,
    content: box.open(row.content, contentContext(row.id)),
  });
  return {
    claim: async ({ limit, records, knows, waitedMs = 0 }) => {
      const until = waitedMs > 0 ? now() - waitedMs : Number.MAX_SAFE_INTEGER;
      const what = { records: records ? 1 : 0, until };
      // Most looks find nothing, and need not wait for their turn.
      if (limit < 1 || (await database.read(() => any.get(what))) === undefined) return [];
      const wish = { ...what, holder, limit, knows: JSON.stringify(knows) };
      return (await database.writeFor(TURN, () => claim(wish))).map(toClaim);
    },
    begin: async ({ id, token, attempts }) => {
      await database.write(() => begin.run({ id, token, holder, attempts }));
    },
    wanted: async () => database.read(() => wanted.all({ holder })),
    answer: async ({ id, token }, content) => {
      const sealed = box.seal(content, answerContext(id));
      return database.write(function* () {
        if ((yield* answer.run({ id, token, holder, answer: sealed })) === 1) return true;
        // A process that missed the confirmation retries.
        return (yield* answered.get({ id, token })) !== undefined;
      });
    },
    putBack: async ({ id, token, attempts }) => {
      await database.write(() => putBack.run({ id, token, holder, attempts: attempts - 1 }));
    },
    serve: async (slots) => {
      await database.write(() => serve.run({ holder, slots }));
    },
    leave: async () => {
      await database.write(() => leave.run({ holder }));
    },
  };
}

/** Whose next one would be the fewest at once comes first; of these, what has waited longest. */
function prepareClaim({ prepare, dialect }: Database) {
  const needsMore = `EXISTS (${dialect.valuesOf('needs')} EXCEPT ${dialect.valuesOf(':knows')})`;
  const part = `${dialect.least}(floor(account_part * all_slots.count)::BIGINT, all_slots.count - 1)`;
  const max = `coalesce(account_concurrency,
    CASE WHEN account_part IS NOT NULL THEN ${dialect.greatest}(1, ${part}) END)`;
  const statement = prepare<ClaimedRow>(`
    WITH running AS (
      SELECT account_id, count(*) AS count FROM handoffs WHERE worker IS NOT NULL GROUP BY account_id
    ), all_slots AS (
      SELECT coalesce(sum(slots), 0)::BIGINT AS count FROM workers
    ), waiting AS (
      SELECT id, created_at, ${max} AS most, coalesce(running.count, 0)
          + row_number() OVER (PARTITION BY account_id ORDER BY created_at, id) AS place
        FROM handoffs LEFT JOIN running USING (account_id) CROSS JOIN all_slots
        WHERE worker IS NULL AND answer IS NULL AND records = :records AND created_at <= :until
          AND NOT ${needsMore}
    )
    UPDATE handoffs SET worker = :holder, token = token + 1
      WHERE id IN (SELECT id FROM waiting WHERE most IS NULL OR place <= most
                   ORDER BY place, created_at, id LIMIT :limit)
      RETURNING id, token, account_id, content, attempts, created_at`);
  return (wish: Parameters) => statement.all(wish);
}

/** Removes the handoffs of a dead process, as a step of the caller's transaction. */
export function createHandoffReaper(database: Database) {
  const forget = database.prepare(`DELETE FROM handoffs WHERE holder = :holder`);
  const release = database.prepare(`UPDATE handoffs SET worker = NULL WHERE worker = :holder`);
  const leave = database.prepare(`DELETE FROM workers WHERE name = :holder`);
  const names = database.prepare<{ name: string }>(`SELECT holder AS name FROM handoffs
    UNION SELECT worker FROM handoffs WHERE worker IS NOT NULL UNION SELECT name FROM workers`);
  return {
    *holders(): Steps<string[]> {
      return (yield* names.all()).map(({ name }) => name);
    },
    *free(holder: string): Steps<void> {
      yield* forget.run({ holder });
      yield* release.run({ holder });
      yield* leave.run({ holder });
    },
  };
}
