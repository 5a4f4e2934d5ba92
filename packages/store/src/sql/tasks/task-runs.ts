import type { NewRun, StartRunOutcome, Tasks } from '../../ports/tasks.ts';
import type { NotQueued } from '../../ports/requests/requests.ts';
import { prepareRefusal } from '../accounts/account-bounds.ts';
import { prepareInsertDelivery } from '../deliveries/delivery-rows.ts';
import type { Steps } from '../database.ts';
import { monthOf, createReservations } from '../accounts/reservations.ts';
import {
  prepareInsertRequest,
  type RequestRowParts,
  type RequestStart,
} from '../requests/request-rows.ts';
import { prepareInsertCheck } from '../monitors/check-rows.ts';
import type { StoreBounds } from '../store-bounds.ts';

export type TaskRunParts = RequestRowParts & Pick<StoreBounds, 'runsKept'>;

export function createTaskRuns(parts: TaskRunParts): Pick<Tasks, 'startRun' | 'skip'> {
  const { database, now, runsKept } = parts;
  // The transaction that moves the task past its run has the run; the uniqueness of runs in
  // `requests` backs that.
  const moveOn = database.prepare(`UPDATE tasks SET next_run_at = :next
    WHERE id = :id AND next_run_at = :slot AND enabled = 1`);
  // Changes nothing, and locks the row: a transaction that skips, changes or removes the task comes
  // before or after.
  const hold = database.prepare(`UPDATE tasks SET next_run_at = next_run_at
    WHERE id = :id AND next_run_at = :slot AND enabled = 1`);
  const isSlotUsed = database.prepare(
    `SELECT 1 FROM requests WHERE task_id = :id AND scheduled_for = :slot`,
  );
  const isRunning = database.prepare(
    `SELECT 1 FROM ${database.dialect.openRequests}
     WHERE task_id = :id AND available_at IS NOT NULL LIMIT 1`,
  );
  const countRun = database.prepare(
    `UPDATE tasks SET runs = runs + 1, last_run_at = :now WHERE id = :id`,
  );
  const insert = prepareInsertRequest(parts);
  const insertDelivery = prepareInsertDelivery(parts);
  const insertCheck = prepareInsertCheck(parts);
  const refusal = prepareRefusal(database);
  // What fails each minute must not fill the disk: the oldest runs go.
  const forget = database.prepare(`DELETE FROM requests
    WHERE task_id = :id AND available_at IS NULL AND (created_at, id) <=
      (SELECT created_at, id FROM requests WHERE task_id = :id
       ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${runsKept})`);
  const reservations = createReservations(database, now);

  const startOf = function* ({
    request,
    quotaPerMonth,
    bounds = {},
    failure,
  }: NewRun): Steps<RequestStart | NotQueued> {
    if (failure) return { status: 'failed', error: failure.error };
    const refused = yield* refusal(request, bounds);
    if (refused) return refused;
    const { accountId } = request;
    const month = monthOf(now());
    const reservationId = yield* reservations.open({
      accountId,
      month,
      quota: quotaPerMonth,
      holder: null,
      hits: request.hits,
    });
    return reservationId === undefined ? 'quota_exceeded' : { status: 'queued', reservationId };
  };

  return {
    startRun: async (run) =>
      database.writeFor(run.request.accountId, function* (): Steps<StartRunOutcome> {
        const { taskId: id, scheduledFor: slot, nextRunAt = null, request, failure } = run;
        if ((yield* hold.run({ id, slot })) === 0) return 'already';
        const isUsed = (yield* isSlotUsed.get({ id, slot })) !== undefined;
        if (isUsed || (yield* isRunning.get({ id }))) {
          yield* moveOn.run({ id, slot, next: nextRunAt });
          return isUsed ? 'already' : 'overlap';
        }
        const start = yield* startOf(run);
        if (typeof start === 'string') return start;
        yield* moveOn.run({ id, slot, next: nextRunAt });
        yield* insert(request, start, { taskId: id, scheduledFor: slot });
        if (run.check) yield* insertCheck(run, run.check);
        if (failure?.delivery) yield* insertDelivery(failure.delivery);
        yield* countRun.run({ id, now: now() });
        yield* forget.run({ id });
        return 'started';
      }),
    skip: async (id, slot, nextRunAt) =>
      (await database.write(() => moveOn.run({ id, slot, next: nextRunAt ?? null }))) === 1,
  };
}
