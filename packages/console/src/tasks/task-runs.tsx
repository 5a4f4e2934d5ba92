import type { RequestState } from '@tintype/client';
import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatMs, formatTime } from '../format.ts';
import { Link } from '../shell/link.tsx';
import { filePath } from '../renders/request-state.ts';
import { Thumbnail } from '../renders/thumbnail.tsx';
import { useLoaded } from '../use-loaded.ts';
import { changedRuns } from './changed-runs.ts';

/** The last runs of a task, newest first. Marks those that differ from the previous run. */
export function TaskRuns({ id }: { id: number }) {
  const { api } = useConsole();
  const { value } = useLoaded(
    (signal) =>
      api.json<{ runs: RequestState[] }>('GET', `/v1/tasks/${id}/runs?limit=30`, undefined, signal),
    [id],
    3_000,
  );
  const runs = value?.runs ?? [];
  const hashes = useHashes(runs);
  const changed = changedRuns(runs, ({ id: run }) => hashes[run]);
  if (value?.runs.length === 0) return <p class="quiet">No runs yet.</p>;
  return (
    <ol class="strip runs" aria-label="Last runs" tabIndex={0}>
      {runs.map((run) => (
        <li key={run.id}>
          <Run run={run} isChanged={changed.has(run.id)} />
        </li>
      ))}
    </ol>
  );
}

function Run({ run, isChanged }: { run: RequestState; isChanged: boolean }) {
  const { id, status, error, outputs, metadata, api, duration_ms: durationMs } = run;
  const [first] = outputs?.filter(({ file }) => file !== undefined) ?? [];
  return (
    <Link to={`/console/renders/${id}`} class={`run ${status}`}>
      <Thumbnail
        path={filePath(first ?? run)}
        title={metadata?.title ?? api}
        fallback={error?.message ?? status}
      />
      <span class="quiet">
        <span class={`status ${status}`}>{status}</span>{' '}
        {isChanged && <strong class="changed">changed</strong>}{' '}
        {formatTime(run.scheduled_for ?? run.created)}
        {durationMs !== undefined && `, in ${formatMs(durationMs)}`}
      </span>
    </Link>
  );
}

/** Loads the hash of each file, by the id of its run, without the file itself. */
function useHashes(runs: readonly RequestState[]): Readonly<Record<string, string>> {
  const [hashes, setHashes] = useState<Readonly<Record<string, string>>>({});
  const paths = runs.flatMap((run) => {
    const path = filePath(run);
    return path === undefined || hashes[run.id] !== undefined ? [] : [[run.id, path] as const];
  });
  useEffect(() => {
    for (const [id, path] of paths) {
      fetch(path, { method: 'HEAD' }).then(
        ({ ok, headers }) => {
          const hash = ok ? headers.get('etag') : null;
          setHashes((before) => ({ ...before, [id]: hash ?? '' }));
        },
        // Retried with the next runs.
        () => {},
      );
    }
  }, [paths.map(([id]) => id).join()]);
  return hashes;
}
