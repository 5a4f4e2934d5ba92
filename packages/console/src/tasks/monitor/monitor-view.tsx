import type { Monitor, MonitorCheck } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { useConsole } from '../../context.ts';
import { formatTime } from '../../format.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { Pending } from '../../shell/pending.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { CheckStrip } from './check-strip.tsx';
import { CheckView } from './check-view.tsx';
import { NoiseList } from './noise-list.tsx';

const states: Readonly<Record<Monitor['status'], string>> = {
  calibrating: 'Calibrating: two loads show what differs each time.',
  watching: 'Watching.',
  confirming: 'The page differs: a second load confirms it.',
  failing: 'The page fails to load.',
};

/** The checks of a task with `watch`, what it accepts, and what it leaves out. */
export function MonitorView({ id }: { id: number }) {
  const { api, notify } = useConsole();
  const [chosen, choose] = useState<string | undefined>();
  const { value, error, reload } = useLoaded(
    async (signal) => {
      const get = <T,>(path: string) => api.json<T>('GET', path, undefined, signal);
      const [monitor, { checks }] = await Promise.all([
        get<Monitor>(`/v1/tasks/${id}/monitor`),
        get<{ checks: MonitorCheck[] }>(`/v1/tasks/${id}/checks?limit=50`),
      ]);
      return { monitor, checks };
    },
    [id],
    3_000,
  );
  if (!value) return <Pending error={error} onRetry={reload} lines={4} />;
  const { monitor, checks } = value;
  const act = (method: string, path: string, body: object | undefined, said: string) =>
    void api
      .send(method, `/v1/tasks/${id}/${path}`, body)
      .then(
        () => notify(said),
        (failure: Error) => notify(failure.message),
      )
      .then(reload);
  const latest = checks.find(({ outcome }) => outcome === 'changed') ?? checks[0];
  const shown = checks.find(({ request }) => request === chosen) ?? latest;
  const { baseline, variants, noise } = monitor;
  return (
    <section class="monitor" aria-label="Monitor">
      <p role="status">
        <strong class={monitor.status === 'failing' ? 'bad' : 'good'}>
          {states[monitor.status]}
        </strong>{' '}
        {baseline && <span class="quiet">The accepted page is of {formatTime(baseline.at)}.</span>}{' '}
        {variants.length > 0 && (
          <span class="quiet">
            {variants.length} more {variants.length === 1 ? 'page is' : 'pages are'} accepted.
          </span>
        )}
      </p>
      {shown === undefined ? (
        <p class="quiet">No runs yet.</p>
      ) : (
        <>
          <CheckStrip checks={checks} shown={shown.request} onShow={choose} />
          <CheckView
            key={shown.request}
            check={shown}
            baseline={baseline}
            onAccept={(as) =>
              act('POST', `checks/${shown.request}/accept`, { as }, 'Page accepted.')
            }
          />
        </>
      )}
      <NoiseList
        noise={noise}
        onChange={(left) =>
          act('PATCH', 'monitor', { noise: left }, 'Removed: it is compared again.')
        }
      />
      <ConfirmButton
        title="Reset"
        question="Discard the accepted pages?"
        onConfirm={() => act('DELETE', 'monitor', undefined, 'Reset: the next run calibrates.')}
      />
    </section>
  );
}
