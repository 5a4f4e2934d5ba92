import { RenderError, type Kind, type RuleOptions } from '@tintype/contract';
import type { Store, Task } from '@tintype/store';
import { readTaskQuery } from './read-query.ts';
import { parseNewTask, parseTaskChanges } from './task-input.ts';
import { taskToJson, type TaskJson } from './task-to-json.ts';

/** What {@link createTaskService} needs. */
export interface TaskServiceOptions extends RuleOptions {
  store: Pick<Store, 'tasks'>;
  /** Unix milliseconds. */
  now: () => number;
  /** Says whether a callback may be made to an address. @throws RenderError `target_denied` */
  checkCallback?(url: URL): Promise<void>;
}

/**
 * The tasks of accounts, by the rules of tasks: for the routes of a server and for the command line. Whether the account's plan has
 * tasks is asked before. Bodies are whatever came.
 */
export interface TaskService {
  /** @throws RenderError when a field is wrong. */
  create(accountId: string, body: unknown, baseUrl: string): Promise<TaskJson>;
  list(accountId: string): Promise<TaskJson[]>;
  /** Here and below: @throws RenderError `not_found`, also for the tasks of other accounts. */
  get(accountId: string, id: string): Promise<TaskJson>;
  update(accountId: string, id: string, body: unknown): Promise<TaskJson>;
  remove(accountId: string, id: string): Promise<void>;
}

/**
 * Makes a {@link TaskService}.
 * @example
 * const tasks = createTaskService({ store, now: Date.now });
 * await tasks.create(accountId, { name: 'Home', api: 'pdf', query: 'url=https://example.com', frequency: 'every_day' }, baseUrl);
 */
export function createTaskService(options: TaskServiceOptions): TaskService {
  const { now, checkCallback } = options;
  const { tasks } = options.store;
  const rules = () => ({ ...options, now: now() });

  /** A callback that will never be made is said when the task is made, as it is of a request. */
  async function checkTarget(api: Kind, query: string): Promise<void> {
    const { webhook_url: url } = readTaskQuery(api, query, options);
    if (url !== undefined) await checkCallback?.(new URL(url));
  }

  async function find(accountId: string, id: string): Promise<Task> {
    return (await tasks.get(accountId, readId(id))) ?? missing(id);
  }

  return {
    async create(accountId, body, baseUrl) {
      const task = parseNewTask(body, rules());
      await checkTarget(task.api, task.query);
      return taskToJson(await tasks.create({ ...task, accountId, baseUrl }));
    },
    async list(accountId) {
      return (await tasks.list(accountId)).map(taskToJson);
    },
    async get(accountId, id) {
      return taskToJson(await find(accountId, id));
    },
    async update(accountId, id, body) {
      const task = await find(accountId, id);
      const changes = parseTaskChanges(body, task, rules());
      if (changes.query !== undefined) await checkTarget(changes.api ?? task.api, changes.query);
      return taskToJson((await tasks.update(accountId, task.id, changes)) ?? missing(id));
    },
    async remove(accountId, id) {
      if (!(await tasks.remove(accountId, readId(id)))) missing(id);
    },
  };
}

function readId(text: string): number {
  const id = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : missing(text);
}

function missing(id: string): never {
  const shown = /^[0-9]{1,16}$/.test(id) ? id : 'this id';
  throw new RenderError('not_found', `There is no task ${shown}.`);
}
