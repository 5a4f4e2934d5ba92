import type { Task } from '@tintype/client';
import { kinds } from '@tintype/contract/light';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { useConsole } from '../context.ts';
import { WatchFields, type WatchInput } from './monitor/watch-fields.tsx';
import { NextRuns } from './next-runs.tsx';
import { Problem } from '../shell/pending.tsx';

/** Frequencies of tasks, with their labels. */
const frequencies: Readonly<Record<Task['frequency'], string>> = {
  every_minute: 'every minute',
  every_hour: 'every hour',
  every_day: 'every day',
  every_month: 'every month',
  custom: 'by a crontab',
};

/** Creates a task, or changes an existing one. */
export function TaskForm({ initial, onSaved }: { initial: Partial<Task>; onSaved?: () => void }) {
  const { api, go, notify } = useConsole();
  const [fields, setFields] = useState({
    name: initial.name ?? '',
    api: initial.api ?? 'screenshot',
    query: initial.query ?? '',
    frequency: initial.frequency ?? 'every_day',
    crontab: initial.frequency === 'custom' ? (initial.crontab ?? '') : '',
    timezone: initial.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const [watch, setWatch] = useState<WatchInput>(initial.watch);
  const [error, setError] = useState<Error | undefined>();
  const set = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setFields((before) => ({ ...before, [name]: value }));
  };
  const isCustom = fields.frequency === 'custom';
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    const { crontab, ...others } = fields;
    const body = { ...others, ...(isCustom && { crontab }), watch: watchOf(watch) };
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
  const problems = Object.fromEntries(
    (error instanceof ApiError ? error.details : []).map(({ parameter, message }) => [
      parameter,
      message,
    ]),
  );
  const text = (name: 'name' | 'query' | 'crontab' | 'timezone', label: string, hint: string) => (
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
        onInput={set(name)}
      />
      <p id={`task-${name}-hint`} class={problems[name] ? 'field-problem' : 'hint'}>
        {problems[name] ?? hint}
      </p>
    </div>
  );
  return (
    <form class="task-form" onSubmit={(event) => void save(event)}>
      {text('name', 'Name', 'For the list, at most 100 characters.')}
      <div class="field">
        <label for="task-api">Kind</label>
        <select id="task-api" value={fields.api} onChange={set('api')}>
          {[...new Set([...kinds, 'captures', fields.api])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {text(
        'query',
        'Parameters',
        'As a query string, such as url=https%3A%2F%2Fexample.com; the playground writes it: Make it a task.',
      )}
      <div class="field">
        <label for="task-frequency">How often</label>
        <select id="task-frequency" value={fields.frequency} onChange={set('frequency')}>
          {Object.entries(frequencies).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </div>
      {isCustom &&
        text('crontab', 'Crontab', 'Minute, hour, day of month, month, day of week: 30 6 * * 1-5.')}
      {text('timezone', 'Time zone', 'Such as Europe/Berlin.')}
      <WatchFields
        watch={watch}
        problem={Object.entries(problems).find(([name]) => name.startsWith('watch'))?.[1]}
        onChange={setWatch}
      />
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <NextRuns
        frequency={fields.frequency}
        crontab={isCustom ? fields.crontab : undefined}
        timezone={fields.timezone}
      />
      {error && <Problem error={error} />}
      <button type="submit" class="primary">
        {initial.id === undefined ? 'Create the task' : 'Save'}
      </button>
    </form>
  );
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
