import { RenderError } from '@tintype/contract';
import { limitsOf, type Firing, type NewRequest, type Task } from '@tintype/store';
import { v7 as createId } from 'uuid';
import type { SchedulerOptions } from './create-scheduler.ts';
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
  const { store, plans, now, deliveryFor, wakeWorker, wakeDeliverer, onWarning } = options;

  function requestOf(task: Task): NewRequest {
    const { accountId, api, baseUrl } = task;
    return { id: createId({ msecs: now() }), accountId, api, baseUrl, parameters: {} };
  }

  /** The request of a run, with what the query says about it. */
  function fill(request: NewRequest, task: Task): NewRequest {
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

  async function record(firing: Firing, error: RenderError): Promise<void> {
    const body = error.toBody();
    const delivery = deliveryFor(firing.request, { error: body, createdAt: now() });
    const failure = { error: body, ...(delivery ? { delivery } : {}) };
    if ((await store.tasks.fire({ ...firing, failure })) === 'fired' && delivery) wakeDeliverer();
  }

  async function skip(task: Task, slot: number): Promise<void> {
    await store.tasks.skip(task.id, slot, following(task, slot));
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
      firing.request = fill(firing.request, task);
      requireTasks(account, plans);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      return record(firing, error);
    }
    const { quotaPerMonth } = limitsOf(account, plans);
    const outcome = await store.tasks.fire({ ...firing, quotaPerMonth });
    if (outcome === 'fired') wakeWorker();
    if (outcome === 'quota_exceeded') await record(firing, new RenderError('quota_exceeded'));
  }

  return { fire, skip };
}
