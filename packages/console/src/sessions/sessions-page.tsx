import type { Session } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatAgo, formatTime } from '../format.ts';
import { Link } from '../shell/link.tsx';
import { Problem, Skeleton } from '../shell/pending.tsx';
import { Table } from '../shell/table.tsx';
import { useLoaded } from '../use-loaded.ts';
import { SessionForm } from './session-form.tsx';

/** Cookies and local storage that renders share: a list, and a form for a new session. */
export function SessionsPage() {
  const { place } = useConsole();
  if (place.id !== 'new') return <SessionList />;
  return (
    <>
      <p>
        <Link to="/console/sessions">All sessions</Link>
      </p>
      <h1>New session</h1>
      <SessionForm />
    </>
  );
}

function SessionList() {
  const { api, go, notify, defer } = useConsole();
  const [gone, setGone] = useState<readonly string[]>([]);
  const { value, error, reload } = useLoaded(
    (signal) => api.json<{ sessions: Session[] }>('GET', '/v1/sessions', undefined, signal),
    [],
    10_000,
  );
  const act = (work: Promise<unknown>, said: string) =>
    void work
      .then(
        () => notify(said),
        (failure: Error) => notify(failure.message),
      )
      .then(reload);
  const remove = (name: string) => {
    const show = () => setGone((before) => before.filter((one) => one !== name));
    setGone((before) => [...before, name]);
    defer(`${name} deleted.`, {
      run: () =>
        api
          .send('DELETE', pathOf(name))
          .catch((failure: Error) => notify(failure.message))
          .then(reload)
          .then(show),
      onUndo: show,
    });
  };
  const shown = value?.sessions.filter(({ name }) => !gone.includes(name));
  return (
    <>
      <div class="title-bar">
        <h1>Sessions</h1>
        <button type="button" class="primary" onClick={() => go('/console/sessions/new')}>
          New session
        </button>
      </div>
      {error && !value && <Problem error={error} onRetry={reload} />}
      {!error && !value && <Skeleton lines={5} />}
      {shown?.length === 0 && (
        <div class="empty">
          <p>No sessions yet.</p>
          <p class="quiet">
            A session stores cookies, local storage and IndexedDB: log in once, and render many
            pages with the parameter <code>session</code>.
          </p>
        </div>
      )}
      {shown && shown.length > 0 && (
        <Table
          label="Sessions"
          columns={['Name', 'Created', 'Last use', 'Expires', 'Cookies', 'Origins', 'Login']}
          hasActions
        >
          {shown.map((session) => (
            <Row
              key={session.name}
              session={session}
              onExport={() => act(save(api, session.name), 'Exported.')}
              onDelete={() => remove(session.name)}
            />
          ))}
        </Table>
      )}
    </>
  );
}

interface RowProps {
  session: Session;
  onExport(): void;
  onDelete(): void;
}

function Row({ session, onExport, onDelete }: RowProps) {
  const { name, created, used, expires, cookies, origins, login } = session;
  return (
    <tr>
      <th scope="row">
        <Link to={`/console/playground?session=${encodeURIComponent(name)}`}>{name}</Link>
      </th>
      <td>{formatAgo(created)}</td>
      <td>{formatAgo(used)}</td>
      <td>{formatTime(expires)}</td>
      <td class="number">{cookies}</td>
      <td class="number">{origins}</td>
      <td>{login ? 'by steps' : <span class="quiet">none</span>}</td>
      <td>
        <div class="actions">
          <button type="button" onClick={onExport}>
            Export<span class="hidden"> {name}</span>
          </button>
          <button type="button" class="danger" onClick={onDelete}>
            Delete<span class="hidden"> {name}</span>
          </button>
        </div>
      </td>
    </tr>
  );
}

const pathOf = (name: string) => `/v1/sessions/${encodeURIComponent(name)}`;

/** Saves cookies and storage to a file of the reader. */
async function save(api: ReturnType<typeof useConsole>['api'], name: string): Promise<void> {
  const answer = await api.send('GET', `${pathOf(name)}/storage-state`);
  const source = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = source;
  link.download = `${name}.json`;
  link.click();
  // The download reads it after the click.
  setTimeout(() => URL.revokeObjectURL(source), 10_000);
}
