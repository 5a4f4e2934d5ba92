import { useConsole } from '../context.ts';
import { formatInstant } from '../format.ts';
import { Link } from '../shell/link.tsx';
import { filePath, mediaTypeOf, type RequestState } from '../renders/request-state.ts';
import { useLoaded } from '../use-loaded.ts';

/** The last runs of a task as a strip, the newest first; what differs from the one before is marked, where the hash is known. */
export function TaskRuns({ id }: { id: number }) {
  const { api } = useConsole();
  const { value } = useLoaded(
    (signal) =>
      api.json<{ runs: RequestState[] }>('GET', `/v1/tasks/${id}/runs?limit=30`, undefined, signal),
    [id],
    3_000,
  );
  if (value?.runs.length === 0) return <p class="quiet">It has not run yet.</p>;
  return (
    <section class="strip" aria-label="Last runs" tabIndex={0}>
      {value?.runs.map((run, index) => {
        const path = filePath(run);
        const hash = run.metadata?.['hash'];
        const before = value.runs[index + 1]?.metadata?.['hash'];
        const isChanged = hash !== undefined && before !== undefined && hash !== before;
        return (
          <Link key={run.id} to={`/console/renders/${run.id}`} class={`run ${run.status}`}>
            <span class="thumbnail">
              {path !== undefined && mediaTypeOf(path).startsWith('image/') ? (
                <img src={path} alt="" loading="lazy" decoding="async" />
              ) : (
                <span class="no-image">{path?.split('.').at(-1) ?? run.status}</span>
              )}
            </span>
            <span class="quiet">
              <span class={`status ${run.status}`}>{isChanged ? 'changed' : run.status}</span>{' '}
              {formatInstant(run.scheduled_for ?? run.created)}
            </span>
          </Link>
        );
      })}
    </section>
  );
}
