import type { Firing, FiringOutcome, Tasks } from '../ports/tasks.ts';
import { prepareInsertDelivery } from './delivery-rows.ts';
import { monthOf } from './months.ts';
import { prepareInsertRequest, type RequestRowParts, type RequestStart } from './request-rows.ts';
import { createReservations } from './reservations.ts';

export function createFirings(parts: RequestRowParts): Pick<Tasks, 'fire' | 'skip'> {
  const { database, now } = parts;
  // Whoever moves the task on from its slot has the slot; the uniqueness of slots in `requests` stands behind that.
  const moveOn = database.prepare(`UPDATE tasks SET next_run_at = :next
    WHERE id = :id AND next_run_at = :slot AND enabled = 1`);
  const isNext = database.prepare(
    `SELECT 1 FROM tasks WHERE id = :id AND next_run_at = :slot AND enabled = 1`,
  );
  const isSlotUsed = database.prepare(
    `SELECT 1 FROM requests WHERE task_id = :id AND scheduled_for = :slot`,
  );
  const isRunning = database.prepare(
    `SELECT 1 FROM requests WHERE task_id = :id AND available_at IS NOT NULL LIMIT 1`,
  );
  const countRun = database.prepare(
    `UPDATE tasks SET runs = runs + 1, last_run_at = :now WHERE id = :id`,
  );
  const insert = prepareInsertRequest(parts);
  const insertDelivery = prepareInsertDelivery(database, now);
  const reservations = createReservations(database);

  const startOf = ({ request, quotaPerMonth, failure }: Firing): RequestStart | undefined => {
    if (failure) return { status: 'failed', error: failure.error };
    const { accountId } = request;
    const month = monthOf(now());
    const reservationId = reservations.open({
      accountId,
      month,
      quota: quotaPerMonth,
      holder: null,
    });
    return reservationId === undefined ? undefined : { status: 'queued', reservationId };
  };

  return {
    fire: async (firing) =>
      database.write((): FiringOutcome => {
        const { taskId: id, scheduledFor: slot, nextRunAt = null, request, failure } = firing;
        if (!isNext.get({ id, slot })) return 'already';
        const isUsed = isSlotUsed.get({ id, slot }) !== undefined;
        if (isUsed || isRunning.get({ id })) {
          moveOn.run({ id, slot, next: nextRunAt });
          return isUsed ? 'already' : 'overlap';
        }
        const start = startOf(firing);
        if (!start) return 'quota_exceeded';
        moveOn.run({ id, slot, next: nextRunAt });
        insert(request, start, { taskId: id, scheduledFor: slot });
        if (failure?.delivery) insertDelivery(failure.delivery);
        countRun.run({ id, now: now() });
        return 'fired';
      }),
    skip: async (id, slot, nextRunAt) =>
      database.write(() => moveOn.run({ id, slot, next: nextRunAt ?? null }) === 1),
  };
}
