import { createTaskService, taskToJson } from '@tintype/scheduler';
import { requireTasks, type Store, type Task } from '@tintype/store';
import type { StoreAnswer, StoreRequest } from './create-store-command.ts';
import { resultOf } from './requests-command.ts';
import { everyPage, findAccount } from './find-account.ts';
import { readLimit } from '../flags/list-flags.ts';
import { instant, textTable } from '../output/text-table.ts';
import { UsageError } from '../cli-context.ts';

export const tasksActions = {
  list,
  show,
  create,
  pause: (request: StoreRequest) => enable(request, false),
  resume: (request: StoreRequest) => enable(request, true),
  remove,
  runs,
  checks,
  accept,
} as const;

async function list({ store, given }: StoreRequest): Promise<StoreAnswer> {
  const owner = given.get('account');
  const account = owner === undefined ? undefined : await findAccount(store, owner);
  const tasks: Task[] = [];
  const limit = readLimit(given);
  for await (const task of everyPage<Task>((page) => store.tasks.list(account?.id, page))) {
    tasks.push(task);
    if (tasks.length === limit) break;
  }
  const owners = new Set(tasks.map(({ accountId }) => accountId));
  const names = new Map<string, string | undefined>();
  for (const id of owners) names.set(id, (await store.accounts.get(id))?.name);
  const header = ['ID', 'NAME', 'API', 'CRONTAB', 'TIME ZONE', 'NEXT RUN', 'RUNS', 'ACCOUNT'];
  const rows = tasks.map((task) => [
    String(task.id),
    task.name,
    task.kind,
    task.crontab,
    task.timezone,
    task.enabled ? instant(task.nextRunAt, 'minutes') : 'paused',
    String(task.runs),
    names.get(task.accountId) ?? task.accountId,
  ]);
  return {
    plain: rows.length === 0 ? 'There are no tasks.\n' : textTable([header, ...rows]),
    json: tasks.map(withMore),
  };
}

async function show({ store, subject }: StoreRequest): Promise<StoreAnswer> {
  return told(await findTask(store, subject));
}

async function create(request: StoreRequest): Promise<StoreAnswer> {
  const { store, given, subject, config, plans } = request;
  const account = await findAccount(store, given.get('account'));
  requireTasks(account, plans);
  const crontab = given.get('crontab');
  const made = await serviceOf(request).create(
    account.id,
    {
      name: subject,
      api: given.get('api'),
      query: given.get('query'),
      frequency: given.get('frequency') ?? (crontab === undefined ? undefined : 'custom'),
      crontab,
      timezone: given.get('timezone'),
      enabled: given.get('enabled') !== 'false',
      watch: watchOf(given),
    },
    config.base_url ?? `http://${config.host}:${config.port}`,
    plans[account.plan].maxTasks,
  );
  return told(await findTask(store, String(made.id)));
}

/** Returns the field `watch`; undefined without `--watch`. */
function watchOf(given: StoreRequest['given']): Record<string, unknown> | undefined {
  const on = given.get('watch');
  if (on === undefined) return undefined;
  const threshold = given.get('threshold');
  const selector = given.get('watch-selector');
  return {
    on,
    ...(selector !== undefined && { selector }),
    ...(threshold !== undefined && { threshold: Number(threshold) }),
    ...(given.get('confirm') === 'false' && { confirm: false }),
  };
}

async function enable(request: StoreRequest, enabled: boolean): Promise<StoreAnswer> {
  const { store, subject } = request;
  const { id, accountId } = await findTask(store, subject);
  await serviceOf(request).update(accountId, String(id), { enabled });
  return told(await findTask(store, subject));
}

async function remove({ store, subject }: StoreRequest): Promise<StoreAnswer> {
  const task = await findTask(store, subject);
  await store.tasks.remove(task.accountId, task.id);
  return { plain: `${task.name} (${task.id}) is removed. Its runs stay.\n`, json: withMore(task) };
}

async function runs({ store, given, subject }: StoreRequest): Promise<StoreAnswer> {
  const task = await findTask(store, subject);
  const limit = readLimit(given);
  const requests = await store.requests.list(task.accountId, { taskId: task.id, limit });
  const header = ['SLOT', 'STATUS', 'FINISHED', 'REQUEST', 'RESULT'];
  const rows = requests.map((request) => [
    instant(request.scheduledFor, 'minutes'),
    request.status,
    instant(request.finishedAt, 'minutes'),
    request.id,
    resultOf(request),
  ]);
  return {
    plain: rows.length === 0 ? `${task.name} has not run yet.\n` : textTable([header, ...rows]),
    json: requests.map((request) => {
      const { id, status, scheduledFor, finishedAt, file, error } = request;
      return {
        id,
        status,
        scheduled_for: seconds(scheduledFor),
        finished: seconds(finishedAt),
        ...(file && { file: resultOf(request), expires: seconds(file.expiresAt) }),
        ...(error && { error }),
      };
    }),
  };
}

async function checks(request: StoreRequest): Promise<StoreAnswer> {
  const { store, given, subject } = request;
  const task = await findTask(store, subject);
  const page = { limit: readLimit(given) };
  const { monitors } = serviceOf(request);
  const { checks: found } = await monitors.checks(task.accountId, String(task.id), page);
  const header = ['TIME', 'OUTCOME', 'CHANGED', 'REQUEST', 'NOTE'];
  const rows = found.map(({ at, outcome, score, request: id, error, note, overlay }) => [
    instant(at * 1000, 'minutes'),
    outcome,
    score === undefined ? '' : `${(score * 100).toFixed(2)} %`,
    id,
    error ?? note ?? overlay ?? '',
  ]);
  const none = `${task.name} has no checks yet.\n`;
  return { plain: rows.length === 0 ? none : textTable([header, ...rows]), json: found };
}

async function accept(request: StoreRequest): Promise<StoreAnswer> {
  const { store, given, subject, subjects } = request;
  const task = await findTask(store, subject);
  const as = given.get('as') ?? 'baseline';
  const { monitors } = serviceOf(request);
  const monitor = await monitors.accept(task.accountId, String(task.id), subjects[1] ?? '', { as });
  return { plain: `Accepted as ${as}.\n`, json: monitor };
}

function serviceOf({ store, config, kinds }: StoreRequest) {
  const { webhook_allow_http: allowHttpWebhook, max_timeout: maxTimeoutS } = config;
  const rules = { allowHttpWebhook, maxTimeoutS, maxDurationS: config.max_duration };
  return createTaskService({ store, now: store.now, kinds, ...rules });
}

async function findTask(store: Store, subject: string): Promise<Task> {
  const task = /^[0-9]{1,16}$/.test(subject) ? await store.tasks.find(Number(subject)) : undefined;
  if (task) return task;
  throw new UsageError(`Task "${subject}" not found. See: tintype tasks list`);
}

function told(task: Task): StoreAnswer {
  const json = withMore(task);
  const rows = [
    ...Object.entries(taskToJson(task)).filter(([name]) => name !== 'created'),
    ['created', instant(task.createdAt, 'minutes')],
    ['last_run', instant(task.lastRunAt, 'minutes')],
    ['next_run', task.enabled ? instant(task.nextRunAt, 'minutes') : 'paused'],
  ];
  const text = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  const shown = new Map(rows.map(([name, value]) => [String(name), text(value)]));
  return { plain: textTable([...shown]), json };
}

/** Returns the JSON of the API, with fields that only operators may see. */
function withMore(task: Task) {
  const { accountId: account, nextRunAt } = task;
  return { ...taskToJson(task), next_run: seconds(nextRunAt), account };
}

function seconds(at: number | undefined): number | null {
  return at === undefined ? null : Math.floor(at / 1000);
}
