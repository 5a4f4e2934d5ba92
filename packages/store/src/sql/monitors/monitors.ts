import type { CheckClaim, CheckEnd, CheckWritten, Monitors } from '../../ports/monitors.ts';
import type { Steps } from '../database.ts';
import { prepareInsertDelivery } from '../deliveries/delivery-rows.ts';
import {
  checkContext,
  monitorContext,
  toCheck,
  type CheckRow,
  type MonitorParts,
} from './check-rows.ts';
import { prepareClaimCheck } from './claim-check.ts';
import { toTask, type TaskRow } from '../tasks/task-rows.ts';
import { prepareKeepChecks, prepareMonitorFiles } from './monitor-files.ts';

/** Only the newest claim ends a check. */
const ifNewest = `WHERE request_id = :id AND token = :token AND available_at IS NOT NULL`;

const own = ({ requestId: id, token }: CheckClaim) => ({ id, token });

export function createMonitors(parts: MonitorParts): Monitors {
  const { database, box, now } = parts;
  const get = database.prepare<{ version: number; state: Uint8Array | null }>(
    `SELECT version, state FROM monitors WHERE task_id = :task_id`,
  );
  const drop = database.prepare(`DELETE FROM monitor_checks ${ifNewest}`);
  const release = database.prepare(
    `UPDATE monitor_checks SET available_at = :at, holder = NULL ${ifNewest}`,
  );
  // The row stays: a check that started with an earlier version must not write its state.
  const removeState = database.prepare(`UPDATE monitors SET version = version + 1, state = NULL
    WHERE task_id = :task_id AND state IS NOT NULL`);
  const files = prepareMonitorFiles(parts);
  const owner = database.prepare<{ account_id: string }>(
    `SELECT account_id FROM tasks WHERE id = :task_id`,
  );
  const write = prepareWriteState(parts);
  return {
    get: async (taskId) => {
      const row = await database.read(() => get.get({ task_id: taskId }));
      if (row === undefined) return undefined;
      const { version, state } = row;
      return { version, state: state ? box.open(state, monitorContext(taskId)) : undefined };
    },
    claim: prepareClaimCheck(parts),
    finish: prepareFinishCheck(parts),
    drop: async (claim) => void (await database.write(() => drop.run(own(claim)))),
    putBack: async (claim, at = now()) =>
      void (await database.write(() => release.run({ ...own(claim), at }))),
    update: async (taskId, monitor) =>
      database.writeFor(`monitor ${taskId}`, function* () {
        const task = yield* owner.get({ task_id: taskId });
        return task !== undefined && (yield* write(taskId, task.account_id, monitor));
      }),
    reset: async (taskId) =>
      database.writeFor(`monitor ${taskId}`, function* () {
        yield* files.release(monitorContext(taskId));
        return (yield* removeState.run({ task_id: taskId })) === 1;
      }),
    ...prepareChecks(parts),
  };
}

function prepareChecks({ database, box }: MonitorParts): Pick<Monitors, 'checks' | 'check'> {
  const prepareList = (condition: string) =>
    database.prepare<CheckRow>(`SELECT * FROM monitor_checks
      WHERE task_id = :task_id AND available_at IS NULL AND ${condition}
      ORDER BY created_at DESC, request_id DESC LIMIT :limit`);
  const [first, next] = [
    prepareList('TRUE'),
    prepareList('(created_at, request_id) < (:created_at, :request_id)'),
  ];
  const one = prepareList('request_id = :request_id');
  return {
    checks: async (taskId, { limit, after }) => {
      const rows = await database.read(() =>
        after
          ? next.all({ task_id: taskId, limit, created_at: after.createdAt, request_id: after.id })
          : first.all({ task_id: taskId, limit }),
      );
      return rows.map((row) => toCheck(row, box));
    },
    check: async (taskId, requestId) => {
      const wanted = { task_id: taskId, request_id: requestId, limit: 1 };
      const row = await database.read(() => one.get(wanted));
      return row && toCheck(row, box);
    },
  };
}

/** A step of a transaction. False: the state is another version. */
function prepareWriteState({ database, box, now }: MonitorParts) {
  const files = prepareMonitorFiles({ database, now });
  const insert = database.prepare(`INSERT INTO monitors (task_id, account_id, version, state)
    VALUES (:task_id, :account_id, 1, :state) ON CONFLICT DO NOTHING`);
  const update = database.prepare(`UPDATE monitors SET version = version + 1, state = :state
    WHERE task_id = :task_id AND version = :version`);
  return function* (
    taskId: number,
    accountId: string,
    { state, version, files: held }: CheckEnd['monitor'],
  ): Steps<boolean> {
    const sealed = box.seal(state, monitorContext(taskId));
    const written =
      version === 0
        ? yield* insert.run({ task_id: taskId, account_id: accountId, state: sealed })
        : yield* update.run({ task_id: taskId, version, state: sealed });
    if (written === 0) return false;
    yield* files.hold(monitorContext(taskId), accountId, held);
    return true;
  };
}

function prepareFinishCheck(parts: MonitorParts): Monitors['finish'] {
  const { database, box, now } = parts;
  // Changes nothing, and locks the row: a removal of the task comes before or after.
  const hold = database.prepare(`UPDATE tasks SET runs = runs WHERE id = :task_id`);
  const taskOf = database.prepare<TaskRow>(`SELECT * FROM tasks WHERE id = :task_id`);
  const isNewest = database.prepare(`SELECT 1 FROM monitor_checks ${ifNewest}`);
  const end = database.prepare(`UPDATE monitor_checks SET outcome = :outcome, content = :content,
      available_at = NULL, holder = NULL ${ifNewest}`);
  const runNow = database.prepare(`UPDATE tasks SET next_run_at = :now
    WHERE id = :task_id AND enabled = 1 AND next_run_at > :now`);
  const files = prepareMonitorFiles(parts);
  const keepChecks = prepareKeepChecks(parts);
  const writeState = prepareWriteState(parts);
  const insertDelivery = prepareInsertDelivery(parts);
  return async (claim, { task, outcome, content, deliveries, monitor, ...rest }) =>
    database.writeFor(`monitor ${claim.taskId}`, function* (): Steps<CheckWritten> {
      const { requestId, taskId, accountId } = claim;
      if ((yield* hold.run({ task_id: taskId })) === 0) return 'lost';
      if ((yield* isNewest.get(own(claim))) === undefined) return 'lost';
      const row = yield* taskOf.get({ task_id: taskId });
      if (!row || !isSameRequest(toTask(row, box), task)) return 'changed';
      if (!(yield* writeState(taskId, accountId, monitor))) return 'changed';
      const sealed = box.seal(content, checkContext(requestId));
      if ((yield* end.run({ ...own(claim), outcome, content: sealed })) === 0) {
        throw new Error('The claim of a check was lost within its transaction.');
      }
      yield* files.hold(checkContext(requestId), accountId, rest.files);
      for (const delivery of deliveries) yield* insertDelivery(delivery);
      if (rest.runsAgain) yield* runNow.run({ task_id: taskId, now: now() });
      yield* keepChecks(taskId, rest.keep);
      return 'written';
    });
}

function isSameRequest(a: CheckEnd['task'], b: CheckEnd['task']): boolean {
  const isSame = a.kind === b.kind && a.query === b.query;
  return isSame && JSON.stringify(a.watch) === JSON.stringify(b.watch);
}
