import type { Task } from '@tintype/client';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { useConsole } from '../context.ts';
import { Problem } from '../shell/pending.tsx';
import { WatchFields, type WatchInput } from './monitor/watch-fields.tsx';
import { NextRuns } from './next-runs.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { TaskParameters } from './task-parameters.tsx';
import { queryProblems } from './task-query.ts';

/** Schedule of a new task. */
const usualCrontab = '0 9 * * *';

/** Creates a task, or changes an existing one. */
export function TaskForm({ initial, onSaved }: { initial: Partial<Task>; onSaved?: () => void }) {
  const { api, go, notify } = useConsole();
  const [fields, setFields] = useState({
    name: initial.name ?? '',
    api: initial.api ?? 'screenshot',
    query: initial.query ?? '',
    crontab: initial.crontab ?? usualCrontab,
    timezone: initial.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const [watch, setWatch] = useState<WatchInput>(initial.watch);
  const [error, setError] = useState<Error | undefined>();
  const set = (changes: Partial<typeof fields>) =>
    setFields((before) => ({ ...before, ...changes }));
  const calendar = calendarOf(fields, initial);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    const { crontab: _, ...others } = fields;
    const body = { ...others, ...calendar, watch: watchOf(watch) };
    try {
      const path = initial.id === undefined ? '/v1/tasks' : `/v1/tasks/${initial.id}`;
      const method = initial.id === undefined ? 'POST' : 'PATCH';
      const saved = await api.json<Task>(method, path, body);
      notify('Saved.');
      if (initial.id === undefined) go(`/console/tasks/${saved.id}`);
      else onSaved?.();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  const problems = problemsOf(error);
  const text = (name: 'name' | 'timezone', label: string, hint: string) => (
    <div class={problems[name] ? 'field wrong' : 'field'}>
      <label for={`task-${name}`}>{label}</label>
      <input
        id={`task-${name}`}
        type="text"
        list={name === 'timezone' ? 'zones' : ''}
        value={fields[name]}
        required
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`task-${name}-hint`}
        aria-invalid={problems[name] !== undefined}
        onInput={(event) => set({ [name]: event.currentTarget.value })}
      />
      <p id={`task-${name}-hint`} class={problems[name] ? 'field-problem' : 'hint'}>
        {problems[name] ?? hint}
      </p>
    </div>
  );
  return (
    <form class="task-form" noValidate onSubmit={(event) => void save(event)}>
      {text('name', 'Name', 'For the list, at most 100 characters.')}
      <TaskParameters kind={fields.api} query={fields.query} problems={problems} onChange={set} />
      <ScheduleFields
        crontab={fields.crontab}
        problem={problems['crontab']}
        onChange={(crontab) => set({ crontab })}
      />
      {text('timezone', 'Time zone', 'Such as Europe/Berlin.')}
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <NextRuns {...calendar} timezone={fields.timezone} />
      <WatchFields
        watch={watch}
        problem={Object.entries(problems).find(([name]) => name.startsWith('watch'))?.[1]}
        onChange={setWatch}
      />
      {error && <Problem error={error} />}
      <button type="submit" class="primary">
        {initial.id === undefined ? 'Create the task' : 'Save'}
      </button>
    </form>
  );
}

/** Returns problems by field, or by parameter instead of `query`. */
function problemsOf(error: Error | undefined): Readonly<Record<string, string>> {
  const details = error instanceof ApiError ? error.details : [];
  const { query, ...others } = Object.fromEntries(
    details.map(({ parameter, message }) => [parameter, message]),
  );
  const named = queryProblems(details);
  const isNamed = query === undefined || Object.keys(named).length > 0;
  return { ...others, ...(isNamed ? named : { query }) };
}

interface Calendar {
  frequency: Task['frequency'];
  crontab: string | undefined;
}

/** Returns the frequency of a task if its times are unchanged, otherwise the crontab. */
function calendarOf(
  { crontab, timezone }: { crontab: string; timezone: string },
  initial: Partial<Task>,
): Calendar {
  const { frequency = 'custom' } = initial;
  const isSame = crontab === initial.crontab && timezone === initial.timezone;
  return isSame && frequency !== 'custom'
    ? { frequency, crontab: undefined }
    : { frequency: 'custom', crontab };
}

/** Without blank lines; `null` removes the monitor. */
function watchOf(watch: WatchInput): object | null {
  if (watch === undefined) return null;
  const { selector, ignore_selectors: lines = [], ...others } = watch;
  return {
    ...others,
    ...(others.on === 'selector' && { selector }),
    ignore_selectors: lines.map((line) => line.trim()).filter((line) => line !== ''),
  };
}
