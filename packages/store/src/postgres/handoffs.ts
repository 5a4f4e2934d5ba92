import type { SecretBox } from '../keys/secret-box.ts';
import type { HandoffClaim, Handoffs, HandoffState } from '../ports/handoffs.ts';
import type { Database, Steps } from '../sql/database.ts';

/** What {@link createHandoffs} needs. */
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

type Offers = Pick<Handoffs, 'offer' | 'offered' | 'take' | 'withdraw' | 'slots'>;

function createOffers({ database, box, holder, now }: HandoffsParts): Offers {
  const insert = database.prepare(`INSERT INTO handoffs
      (id, account_id, records, needs, account_concurrency, content, holder, created_at)
    VALUES (:id, :account_id, :records, :needs, :account_concurrency, :content, :holder, :now)`);
  const offered = database.prepare<HandoffState>(`SELECT id,
      CASE WHEN answer IS NOT NULL THEN 'answered' WHEN worker IS NULL THEN 'waiting'
           ELSE 'running' END AS state
    FROM handoffs WHERE holder = :holder`);
  const take = database.prepare<{ answer: Uint8Array }>(
    `DELETE FROM handoffs WHERE id = :id AND holder = :holder AND answer IS NOT NULL RETURNING answer`,
  );
  const withdraw = database.prepare(`DELETE FROM handoffs WHERE id = :id AND holder = :holder`);
  const slots = database.prepare<{ slots: number }>(
    `SELECT coalesce(sum(slots), 0)::BIGINT AS slots FROM workers`,
  );
  return {
    offer: async ({ id, accountId, records, needs, accountConcurrency, content }) => {
      const row = {
        id,
        account_id: accountId,
        records: records ? 1 : 0,
        needs: JSON.stringify(needs),
        account_concurrency: accountConcurrency ?? null,
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
    slots: async () => (await database.read(() => slots.get()))?.slots ?? 0,
  };
}

type Claims = Pick<Handoffs, 'claim' | 'wanted' | 'answer' | 'putBack' | 'serve'>;

function createClaims({ database, box, holder }: HandoffsParts): Claims {
  const mine = `id = :id AND token = :token AND worker = :holder`;
  const any = database.prepare(
    `SELECT 1 FROM handoffs WHERE worker IS NULL AND answer IS NULL AND records = :records LIMIT 1`,
  );
  const claim = prepareClaim(database);
  const wanted = database.prepare<{ id: string }>(`SELECT id FROM handoffs WHERE worker = :holder`);
  const answer = database.prepare(
    `UPDATE handoffs SET answer = :answer, worker = NULL WHERE ${mine}`,
  );
  const putBack = database.prepare(
    `UPDATE handoffs SET worker = NULL, attempts = attempts - 1 WHERE ${mine}`,
  );
  const serve = database.prepare(`INSERT INTO workers (name, slots) VALUES (:holder, :slots)
    ON CONFLICT (name) DO UPDATE SET slots = excluded.slots`);
  const leave = database.prepare(`DELETE FROM workers WHERE name = :holder`);
  const toClaim = (row: ClaimedRow): HandoffClaim => ({
    id: row.id,
    token: row.token,
    accountId: row.account_id,
    attempts: row.attempts,
    offeredAt: row.created_at,
    content: box.open(row.content, contentContext(row.id)),
  });
  return {
    claim: async ({ limit, records, knows }) => {
      const kind = { records: records ? 1 : 0 };
      // Most looks find nothing, and need not wait for their turn.
      if (limit < 1 || (await database.read(() => any.get(kind))) === undefined) return [];
      const wish = { ...kind, holder, limit, knows: JSON.stringify(knows) };
      return (await database.writeFor(TURN, () => claim(wish))).map(toClaim);
    },
    wanted: async () => (await database.read(() => wanted.all({ holder }))).map(({ id }) => id),
    answer: async ({ id, token }, content) => {
      const sealed = box.seal(content, answerContext(id));
      const changes = () => answer.run({ id, token, holder, answer: sealed });
      return (await database.write(changes)) === 1;
    },
    putBack: async ({ id, token }) => {
      await database.write(() => putBack.run({ id, token, holder }));
    },
    serve: async (slots) => {
      const work = () => (slots > 0 ? serve.run({ holder, slots }) : leave.run({ holder }));
      await database.write(work);
    },
  };
}

/** Whose next one would be the fewest at once comes first; of these, what has waited longest. */
function prepareClaim({ prepare, dialect }: Database) {
  const statement = prepare<ClaimedRow>(`
    WITH running AS (
      SELECT account_id, count(*) AS count FROM handoffs WHERE worker IS NOT NULL GROUP BY account_id
    ), waiting AS (
      SELECT id, created_at, account_concurrency, coalesce(running.count, 0)
          + row_number() OVER (PARTITION BY account_id ORDER BY created_at, id) AS place
        FROM handoffs LEFT JOIN running USING (account_id)
        WHERE worker IS NULL AND answer IS NULL AND records = :records
          AND NOT EXISTS (${dialect.valuesOf('needs')} EXCEPT ${dialect.valuesOf(':knows')})
    )
    UPDATE handoffs SET worker = :holder, token = token + 1, attempts = attempts + 1
      WHERE id IN (SELECT id FROM waiting
                   WHERE account_concurrency IS NULL OR place <= account_concurrency
                   ORDER BY place, created_at, id LIMIT :limit)
      RETURNING id, token, account_id, content, attempts, created_at`);
  return (wish: { records: number; holder: string; limit: number; knows: string }) =>
    statement.all(wish);
}

/** What a process that is no more had to do with handoffs, in a transaction that somebody else holds. */
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
