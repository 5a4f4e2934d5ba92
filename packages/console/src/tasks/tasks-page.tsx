import type { Task } from '@tintype/client';
import { useConsole } from '../context.ts';
import { formatAgo, shortUrl } from '../format.ts';
import { addressOfTask, type FormInfo } from '../playground/form-info.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Link } from '../shell/link.tsx';
import { Table } from '../shell/table.tsx';
import { useLoaded } from '../use-loaded.ts';
import { TaskForm } from './task-form.tsx';
import { MonitorView } from './monitor/monitor-view.tsx';
import { TaskRuns } from './task-runs.tsx';
import { scheduleWords } from './schedule.ts';
import { isWithoutTasks, NoTasks } from './no-tasks.tsx';
import { Pending, Problem, Skeleton } from '../shell/pending.tsx';

/** Scheduled renders: a list, and a form for one of them. */
export function TasksPage() {
  const { place } = useConsole();
  if (place.id === undefined) return <TaskList />;
  return (
    <>
      <p>
        <Link to="/console/tasks">All tasks</Link>
      </p>
      {place.id === 'new' ? <NewTask /> : <OneTask key={place.id} id={place.id} />}
    </>
  );
}

function NewTask() {
  const { api, place } = useConsole();
  const { error } = useLoaded(
    (signal) => api.json<object>('GET', '/v1/tasks?limit=1', undefined, signal),
    [],
  );
  if (isWithoutTasks(error)) return <NoTasks error={error} />;
  return (
    <>
      <h1>New task</h1>
      <TaskForm
        initial={{
          api: place.query.get('api') ?? 'screenshot',
          query: place.query.get('query') ?? '',
        }}
      />
    </>
  );
}

/** Pauses and resumes tasks; both can be undone. */
function useToggle(onDone: () => void) {
  const { api, notify } = useConsole();
  const toggle = async (id: number, enabled: boolean): Promise<void> => {
    const undo = () => void toggle(id, !enabled);
    await api.send('PATCH', `/v1/tasks/${id}`, { enabled }).then(
      () => notify(enabled ? 'Resumed.' : 'Paused.', { undo }),
      (failure: Error) => notify(failure.message),
    );
    onDone();
  };
  return toggle;
}

function TaskList() {
  const { api, go } = useConsole();
  const { value, error, reload } = useLoaded(
    (signal) => api.json<{ tasks: Task[] }>('GET', '/v1/tasks?limit=1000', undefined, signal),
    [],
    10_000,
  );
  const toggle = useToggle(reload);
  if (isWithoutTasks(error)) return <NoTasks error={error} />;
  return (
    <>
      <div class="title-bar">
        <h1>Tasks</h1>
        <button type="button" class="primary" onClick={() => go('/console/tasks/new')}>
          New task
        </button>
      </div>
      {error && !value && <Problem error={error} onRetry={reload} />}
      {!error && !value && <Skeleton lines={5} />}
      {value?.tasks.length === 0 && (
        <div class="empty">
          <p>No tasks yet.</p>
          <p class="quiet">A task renders a page on a schedule: daily, hourly, or by a crontab.</p>
        </div>
      )}
      {value && value.tasks.length > 0 && (
        <Table label="Tasks" columns={['Name', 'Renders', 'When', 'Runs']} hasActions>
          {value.tasks.map((task) => (
            <tr key={task.id} class={task.enabled ? '' : 'off'}>
              <th scope="row">
                <Link to={`/console/tasks/${task.id}`}>{task.name}</Link>
              </th>
              <td>
                {task.api} {shortUrl(new URLSearchParams(task.query).get('url') ?? '')}
              </td>
              <td>
                <span title={task.crontab}>{scheduleWords(task.crontab)}</span>{' '}
                <span class="quiet">{task.timezone}</span>
              </td>
              <td>
                {task.runs}
                {task.last_run !== null && <span class="quiet">, {formatAgo(task.last_run)}</span>}
              </td>
              <td>
                <button type="button" onClick={() => void toggle(task.id, !task.enabled)}>
                  {task.enabled ? 'Pause' : 'Resume'}
                  <span class="hidden"> {task.name}</span>
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function OneTask({ id }: { id: string }) {
  const { api, go, notify } = useConsole();
  const { value, error, reload } = useLoaded(
    (signal) => api.json<Task>('GET', `/v1/tasks/${id}`, undefined, signal),
    [id],
  );
  const toggle = useToggle(reload);
  if (!value) return <Pending error={error} onRetry={reload} lines={6} />;
  const act = async (method: string, path: string, body: object | undefined, said: string) => {
    try {
      await api.send(method, path, body);
      notify(said);
      return true;
    } catch (failure) {
      notify((failure as Error).message);
      return false;
    } finally {
      reload();
    }
  };
  return (
    <>
      <div class="title-bar">
        <h1>{value.name}</h1>
        <button
          type="button"
          class="primary"
          disabled={!value.enabled}
          onClick={() => void act('POST', `/v1/tasks/${id}/runs`, undefined, 'Run started.')}
        >
          Run now
        </button>
        <button type="button" onClick={() => void toggle(value.id, !value.enabled)}>
          {value.enabled ? 'Pause' : 'Resume'}
        </button>
        <ConfirmButton
          title="Delete"
          question="Delete it? Its renders stay."
          isDanger
          onConfirm={() =>
            void act('DELETE', `/v1/tasks/${id}`, undefined, 'Task deleted.').then((isDone) => {
              if (isDone) go('/console/tasks');
            })
          }
        />
      </div>
      {value.watch ? <MonitorView id={value.id} /> : <TaskRuns id={value.id} />}
      <h2>Configuration</h2>
      {value.api !== 'captures' && (
        <p>
          <button
            type="button"
            class="link"
            onClick={() =>
              void api.json<FormInfo>('GET', '/console/form.json').then(
                (info) => go(addressOfTask(info, value)),
                (failure: Error) => notify(failure.message),
              )
            }
          >
            Open in the playground
          </button>{' '}
          <span class="quiet">Cookies and other secrets are not copied.</span>
        </p>
      )}
      <TaskForm key={`${value.id}`} initial={value} onSaved={reload} />
    </>
  );
}
