import { RenderError, type Frequency, type ParseOptions } from '@tintype/contract';
import type { Problem } from '@tintype/contract/read';
import type { NewTask, Task, TaskChanges } from '@tintype/store';
import { fillCrontab, nextRun } from './next-run.ts';
import { missingField, readFields, withoutEcho, type GivenFields } from './task-fields.ts';
import { readTaskQuery } from './read-query.ts';
import { readMonitorRequest } from './watch/monitor-request.ts';
import { taskToJson } from './task-to-json.ts';

export interface TaskRules extends ParseOptions {
  /** Unix milliseconds. */
  now: number;
}

/**
 * Checks the body of a new task; the caller adds its account and base URL.
 * @throws RenderError with one entry in `details` for each field that is wrong.
 */
export function parseNewTask(
  body: unknown,
  rules: TaskRules,
): Omit<NewTask, 'accountId' | 'baseUrl'> {
  const { given, problems } = readFields(body, rules.kinds);
  for (const field of ['name', 'api', 'query', 'frequency'] as const) {
    const isWrong = problems.some(({ parameter }) => parameter === field);
    if (given[field] === undefined && !isWrong) problems.push(missingField(field));
  }
  problems.push(...crontabProblems(given, given.frequency, undefined, problems));
  refuseIf(problems);
  const { name, api: kind, query, frequency, enabled = true, timezone = 'Etc/UTC' } = given;
  const { crontab, watch } = given;
  if (!name || !kind || !query || !frequency) throw new RenderError('invalid_request');
  if (watch) readMonitorRequest({ kind, query, watch }, rules);
  else readTaskQuery(kind, query, rules);
  const filled =
    frequency === 'custom' ? (crontab ?? '') : fillCrontab(frequency, rules.now, timezone);
  return {
    name,
    kind,
    query,
    frequency,
    crontab: filled,
    timezone,
    enabled,
    ...(watch && { watch }),
    ...(enabled ? { nextRunAt: nextRun(filled, timezone, rules.now) } : {}),
  };
}

/**
 * Checks the body of a change. Absent fields are unchanged, and returned ones may come back.
 * @throws RenderError as {@link parseNewTask} does.
 */
export function parseTaskChanges(body: unknown, task: Task, rules: TaskRules): TaskChanges {
  const { given, problems } = readFields(withoutEcho(body, { ...taskToJson(task) }), rules.kinds);
  const frequency = given.frequency ?? task.frequency;
  const known = task.frequency === 'custom' ? task.crontab : undefined;
  problems.push(...crontabProblems(given, frequency, known, problems));
  refuseIf(problems);
  const { api, ...changes } = given;
  const removesWatch = isRemoved(body, 'watch');
  const watch = removesWatch ? undefined : (given.watch ?? task.watch);
  if (api !== undefined || given.query !== undefined || given.watch !== undefined) {
    const [kind, query] = [api ?? task.kind, given.query ?? task.query];
    if (watch) readMonitorRequest({ kind, query, watch }, rules);
    else readTaskQuery(kind, query, rules);
  }
  const timezone = given.timezone ?? task.timezone;
  const enabled = given.enabled ?? task.enabled;
  const crontab =
    frequency === 'custom'
      ? (given.crontab ?? task.crontab)
      : given.frequency === undefined && given.timezone === undefined
        ? task.crontab
        : fillCrontab(frequency, task.createdAt, timezone);
  const isMoved =
    crontab !== task.crontab || timezone !== task.timezone || enabled !== task.enabled;
  return {
    ...changes,
    ...(api && { kind: api }),
    ...(removesWatch && task.watch && { watch: null }),
    crontab,
    ...(isMoved ? { nextRunAt: enabled ? nextRun(crontab, timezone, rules.now) : null } : {}),
  };
}

/** Of other fields, `null` equals an absent one. */
function isRemoved(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && Reflect.get(body, name) === null;
}

/** `known`: the task's own crontab so far. `problems`: those found before. */
function crontabProblems(
  { crontab }: GivenFields,
  frequency: Frequency | undefined,
  known: string | undefined,
  problems: readonly Problem[],
): Problem[] {
  const isWrong = problems.some(({ parameter }) => parameter === 'crontab');
  if (frequency === undefined || isWrong) return [];
  if (crontab !== undefined && frequency !== 'custom') {
    const message = `crontab must not be given with the frequency ${frequency}: only custom takes one.`;
    return [{ code: 'invalid_parameter', parameter: 'crontab', message }];
  }
  if (frequency === 'custom' && crontab === undefined && known === undefined) {
    const message =
      'crontab is required with the frequency custom, for example "*/15 8-18 * * 1-5".';
    return [{ code: 'missing_parameter', parameter: 'crontab', message }];
  }
  return [];
}

function refuseIf(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new RenderError(first.code, problems.map(({ message }) => message).join(' '), {
    details: problems.map(({ parameter, message }) => ({ parameter, message })),
  });
}
