import { RenderError } from '@tintype/contract';
import { limitsOf, refusedRequest, type Firing, type NewRequest, type Task } from '@tintype/store';
import { v7 as createId } from 'uuid';
import type { SchedulerOptions, SlotFact } from './scheduler-options.ts';
import { nextRun } from './next-run.ts';
import { readTaskQuery } from './read-query.ts';
import { requireTasks } from './require-tasks.ts';

/** What can be done with a slot of a task. */
export interface Firings {
  /** Turns it into a request. */
  fire(task: Task, slot: number): Promise<void>;
  /** Leaves it out. */
  skip(task: Task, slot: number): Promise<void>;
}

/**
 * Makes what turns slots of tasks into requests.
 *
 * What keeps a run from being accepted (an unpaid account, a plan without tasks, a quota that is used up, a query that is not
 * allowed any more) becomes a request that failed with it, so that whoever owns the task sees why there is no result.
 */
export function createFirings(options: SchedulerOptions): Firings {
  const { store, plans, now, deliveryFor, wakeWorker, wakeDeliverer, onSlot, onWarning } = options;

  function requestOf(task: Task): NewRequest {
    const { accountId, api, baseUrl } = task;
    return { id: createId({ msecs: now() }), accountId, api, baseUrl, parameters: {} };
  }

  /** The request of a run, with what the query says about it. */
  function fill(request: NewRequest, task: Task): NewRequest {
    if (task.unreadable) {
      throw new RenderError(
        'storage_failed',
        'The query of this task cannot be decrypted. Set it again.',
      );
    }
    const checked = readTaskQuery(task.api, task.query, options);
    const { kind: _, webhook_url: url, webhook_signed: signed, ...parameters } = checked;
    return { ...request, parameters, ...(url === undefined ? {} : { webhook: { url, signed } }) };
  }

  /** The slot after this one; none when the time zone is not known any more. */
  function following(task: Task, slot: number): number | undefined {
    try {
      return nextRun(task.crontab, task.timezone, Math.max(slot, now()));
    } catch (error) {
      onWarning?.(`The task ${task.id} has no next run, and will not run again.`, error);
      return undefined;
    }
  }

  function tell(
    { id: taskId, accountId, api }: Task,
    slot: number,
    outcome: SlotFact['outcome'],
    more: Pick<SlotFact, 'requestId' | 'code'> = {},
  ): void {
    onSlot?.({ taskId, accountId, api, slot, outcome, ...more });
  }

  async function record(task: Task, firing: Firing, error: RenderError): Promise<void> {
    const body = error.toBody();
    const delivery = deliveryFor(firing.request, { error: body, createdAt: now() });
    const failure = { error: body, ...(delivery ? { delivery } : {}) };
    if ((await store.tasks.fire({ ...firing, failure })) !== 'fired') return;
    if (delivery) wakeDeliverer();
    const { id: requestId } = firing.request;
    tell(task, firing.scheduledFor, 'refused', { requestId, code: error.code });
  }

  async function skip(task: Task, slot: number): Promise<void> {
    if (await store.tasks.skip(task.id, slot, following(task, slot))) tell(task, slot, 'missed');
  }

  async function fire(task: Task, slot: number): Promise<void> {
    const account = await store.accounts.get(task.accountId);
    if (account === undefined || account.status === 'revoked') return skip(task, slot);
    const firing: Firing = {
      taskId: task.id,
      scheduledFor: slot,
      nextRunAt: following(task, slot),
      request: requestOf(task),
    };
    try {
      await store.capacity.check();
      firing.request = fill(firing.request, task);
      requireTasks(account, plans);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      return record(task, firing, error);
    }
    const limits = limitsOf(account, plans);
    const { quotaPerMonth } = limits;
    const outcome = await store.tasks.fire({ ...firing, quotaPerMonth, bounds: limits });
    if (outcome === 'fired') wakeWorker();
    if (outcome === 'fired') tell(task, slot, outcome, { requestId: firing.request.id });
    else if (outcome === 'overlap') tell(task, slot, outcome);
    else if (outcome !== 'already') await record(task, firing, refusedRequest(outcome, limits));
  }

  return { fire, skip };
}
