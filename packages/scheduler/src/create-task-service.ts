import { RenderError, type KindName, type ParseOptions } from '@tintype/contract';
import { readCursor, writeCursor } from '@tintype/contract/read';
import type { Watch } from '@tintype/contract/wire';
import type { TaskService } from '@tintype/jobs';
import type { Store, Task as StoredTask } from '@tintype/store';
import { readTaskQuery } from './read-query.ts';
import { nextRun } from './next-run.ts';
import { createMonitorService } from './watch/create-monitor-service.ts';
import { parseNewTask, parseTaskChanges } from './task-input.ts';
import { taskToJson } from './task-to-json.ts';

/** Maximum attempts of a change that others change at the same time. */
const updateAttempts = 10;

/** Options of {@link createTaskService}. */
export interface TaskServiceOptions extends ParseOptions {
  store: Pick<Store, 'accounts' | 'tasks' | 'monitors' | 'files'>;
  /** Unix milliseconds. */
  now: () => number;
  /** Checks whether a webhook may be sent to a URL. @throws RenderError `target_denied` */
  validateWebhookTarget?(url: URL, accountId: string): Promise<void>;
}

export function createTaskService(options: TaskServiceOptions): TaskService {
  const { now, validateWebhookTarget } = options;
  const { tasks } = options.store;
  const rules = () => ({ ...options, now: now() });

  /** Rejects a webhook that would never be sent. */
  async function checkTarget(
    accountId: string,
    { kind, query, watch }: { kind: KindName; query: string; watch?: Watch | null | undefined },
  ): Promise<void> {
    const { webhook_url: hook } = readTaskQuery(kind, query, options).request;
    const urls = [hook, ...(watch?.notify ?? []).map(({ url }) => url)];
    for (const url of urls) {
      if (url !== undefined) await validateWebhookTarget?.(new URL(url), accountId);
    }
  }

  async function find(accountId: string, id: string): Promise<StoredTask> {
    return (await tasks.get(accountId, readId(id))) ?? missing(id);
  }

  return {
    async create(accountId, body, baseUrl, max) {
      const task = parseNewTask(body, rules());
      await checkTarget(accountId, task);
      return taskToJson(await tasks.create({ ...task, accountId, baseUrl }, max));
    },
    async list(accountId, { limit = 100, cursor } = {}) {
      const after = cursor === undefined ? undefined : placeOf(cursor);
      const found = await tasks.list(accountId, { limit, ...(after && { after }) });
      const last = found.at(-1);
      const isEnd = !last || (await tasks.list(accountId, { limit: 1, after: last })).length === 0;
      return { tasks: found.map(taskToJson), ...(isEnd ? {} : { next: writeCursor(last) }) };
    },
    async get(accountId, id) {
      return taskToJson(await find(accountId, id));
    },
    async update(accountId, id, body) {
      for (let attempts = 0; attempts < updateAttempts; attempts += 1) {
        const task = await find(accountId, id);
        const changes = parseTaskChanges(body, task, rules());
        if (changes.query !== undefined || changes.watch) {
          await checkTarget(accountId, { ...task, ...changes });
        }
        const changed = await tasks.update(accountId, task.id, changes, task);
        if (changed) return taskToJson(changed);
      }
      throw new RenderError(
        'storage_failed',
        `The task ${id} is being changed by others. Try again.`,
      );
    },
    async remove(accountId, id) {
      if (!(await tasks.remove(accountId, readId(id)))) missing(id);
    },
    preview(body) {
      const fields = typeof body === 'object' && body !== null ? body : {};
      const example = { name: 'a', api: 'screenshot', query: 'url=https%3A%2F%2Fexample.com%2F' };
      const { frequency, crontab, timezone } = fields as Record<string, unknown>;
      const parsed = parseNewTask({ ...example, frequency, crontab, timezone }, rules());
      return { ...pick(parsed), runs: nextRuns(parsed) };
    },
    async runNow(accountId, id) {
      const task = await find(accountId, id);
      if (!task.enabled) {
        const message = 'The task is switched off. Switch it on, and then run it.';
        throw new RenderError('invalid_request', message);
      }
      const changed = await tasks.update(accountId, task.id, { nextRunAt: now() });
      return taskToJson(changed ?? missing(id));
    },
    monitors: createMonitorService({ ...options, find }),
  };
}

const previewedRuns = 10;

const pick = ({ crontab, timezone }: Pick<StoredTask, 'crontab' | 'timezone'>) => ({
  crontab,
  timezone,
});

/** There are crontabs that run every 28 years: looking for ten times of these would take long. */
const previewedMs = 5 * 365 * 86_400_000;

function nextRuns({ crontab, timezone, nextRunAt }: ReturnType<typeof parseNewTask>): number[] {
  if (nextRunAt === undefined) return [];
  const runs: number[] = [];
  const until = nextRunAt + previewedMs;
  for (let at = nextRunAt; at <= until && runs.length < previewedRuns;) {
    runs.push(at);
    at = nextRun(crontab, timezone, at, until);
  }
  return runs;
}

function placeOf(cursor: string): { createdAt: number; id: number } {
  const { createdAt, id } = readCursor(cursor, /^[0-9]{1,16}$/);
  return { createdAt, id: Number(id) };
}

function readId(text: string): number {
  const id = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : missing(text);
}

function missing(id: string): never {
  const shown = /^[0-9]{1,16}$/.test(id) ? id : 'this id';
  throw new RenderError('not_found', `Task ${shown} not found.`);
}
