import type { SecretBox } from '../../keys/secret-box.ts';
import type { CheckClaim, CheckOutcome, StoredCheck } from '../../ports/monitors.ts';
import type { NewRun } from '../../ports/tasks.ts';
import type { Database, Steps } from '../database.ts';

export interface MonitorParts {
  database: Database;
  box: SecretBox;
  holder: string;
  now: () => number;
}

export interface CheckRow {
  request_id: string;
  task_id: number;
  account_id: string;
  key: Uint8Array | null;
  created_at: number;
  token: number;
  outcome: string | null;
  content: Uint8Array | null;
}

export const monitorContext = (taskId: number) => `monitor ${taskId}`;
export const checkContext = (requestId: string) => `check ${requestId}`;
export const checkKeyContext = (requestId: string) => `key of check ${requestId}`;

/** A step of the transaction that starts a run: its check is pending from then on. */
export function prepareInsertCheck({
  database,
  box,
  now,
}: Pick<MonitorParts, 'database' | 'box' | 'now'>): (
  run: NewRun,
  check: NonNullable<NewRun['check']>,
) => Steps<void> {
  const insert = database.prepare(`INSERT INTO monitor_checks
      (request_id, task_id, account_id, key, created_at, available_at)
    VALUES (:request_id, :task_id, :account_id, :key, :now, :now)`);
  return function* ({ request, taskId }, { key }) {
    yield* insert.run({
      request_id: request.id,
      task_id: taskId,
      account_id: request.accountId,
      key: key === undefined ? null : box.seal(key, checkKeyContext(request.id)),
      now: now(),
    });
  };
}

export function toClaim(row: CheckRow, box: SecretBox): CheckClaim {
  const { request_id: requestId, task_id: taskId, account_id: accountId, token } = row;
  return { requestId, taskId, accountId, key: keyOf(row, box), token };
}

function keyOf({ request_id: id, key }: CheckRow, box: SecretBox): string | undefined {
  return key === null ? undefined : box.open(key, checkKeyContext(id));
}

export function toCheck(row: CheckRow, box: SecretBox): StoredCheck {
  return {
    requestId: row.request_id,
    taskId: row.task_id,
    createdAt: row.created_at,
    key: keyOf(row, box),
    outcome: row.outcome as CheckOutcome,
    content: row.content === null ? undefined : box.open(row.content, checkContext(row.request_id)),
  };
}
