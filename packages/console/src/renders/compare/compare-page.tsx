import type { RequestState } from '@tintype/client';
import { useConsole } from '../../context.ts';
import { formatTime } from '../../format.ts';
import { Link } from '../../shell/link.tsx';
import { Pending } from '../../shell/pending.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { shownAddress } from '../request-state.ts';
import { ComparedFiles } from './compared-files.tsx';

/** Compares the two requests of the page's URL. */
export function ComparePage() {
  const { api, place, go } = useConsole();
  const ids = ['before', 'after'].map((name) => place.query.get(name) ?? '');
  const { value, error, reload } = useLoaded(
    (signal) =>
      Promise.all(
        ids.map((id) =>
          api.json<RequestState>(
            'GET',
            `/v1/requests/${encodeURIComponent(id)}`,
            undefined,
            signal,
          ),
        ),
      ),
    ids,
  );
  const [before, after] = value ?? [];
  if (!before || !after) return <Pending error={error} onRetry={reload} lines={5} />;
  const swapped = `/console/renders/compare?before=${after.id}&after=${before.id}`;
  const one = (name: string, { id, api: kind, url, created }: RequestState) => (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to={`/console/renders/${id}`}>{url === undefined ? kind : shownAddress(url)}</Link>,{' '}
        {formatTime(created)}
      </dd>
    </div>
  );
  return (
    <section class="comparison" aria-label="Comparison">
      <ComparedFiles key={swapped} {...{ before, after }} titles={['Before', 'After']}>
        <dl class="facts-list">
          {one('Before', before)}
          {one('After', after)}
        </dl>
        <p>
          <button type="button" class="link" onClick={() => go(swapped, { replace: true })}>
            Swap
          </button>
        </p>
      </ComparedFiles>
    </section>
  );
}
