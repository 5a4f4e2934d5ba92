import type { RequestState } from '@tintype/client';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { Problem, Skeleton } from '../shell/pending.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Card } from './card.tsx';
import { ChosenBar } from './compare/chosen-bar.tsx';
import { chooseOne, comparedAs } from './compare/compared-pair.ts';
import { firstPages, pollMsOf, readFilter, toQuery, type FilterName } from './filter-state.ts';
import { Filters } from './filters.tsx';
import { findRequests, type Reach } from './find-requests.ts';
import { RecentGallery } from './recent/recent-gallery.tsx';

const first: Reach = { limit: 48, pages: firstPages };
const max = 960;

/** Stored renders as cards, with filters. */
export function Gallery() {
  const { api, place, go } = useConsole();
  const [reach, setReach] = useState(first);
  const [chosen, setChosen] = useState<readonly RequestState[]>([]);
  const filter = readFilter(place.query);
  const query = String(filter);
  const everyMs = pollMsOf(filter, reach.pages);
  const { value, error, reload } = useLoaded(
    (signal) => findRequests(api, toQuery(filter), reach, signal),
    [query, reach],
    everyMs,
  );
  const set = (name: FilterName, chosen: string) => {
    const next = new URLSearchParams(filter);
    if (chosen === '') next.delete(name);
    else next.set(name, chosen);
    setReach(first);
    go(`/console/renders?${next}`, { replace: true });
  };
  const isFull = value !== undefined && value.requests.length >= reach.limit;
  return (
    <>
      <h1>Renders</h1>
      <Filters filter={filter} onChange={set} />
      {query === '' && <RecentGallery />}
      {error && <Problem error={error} onRetry={reload} />}
      {!error && !value && <Skeleton lines={6} />}
      {value?.requests.length === 0 && (
        <Empty
          isFiltered={query !== ''}
          isWhole={value.isWhole}
          onReset={() => go('/console/renders')}
        />
      )}
      <ul class="gallery">
        {value?.requests.map((request) => (
          <li key={request.id}>
            <Card
              request={request}
              isChosen={chosen.some(({ id }) => id === request.id)}
              canChoose={chosen.every((one) => comparedAs(one) === comparedAs(request))}
              onChoose={(isChosen) => setChosen(chooseOne(chosen, request, isChosen))}
            />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && <ChosenBar chosen={chosen} onClear={() => setChosen([])} />}
      {value && everyMs === undefined && (
        <p class="quiet">
          This list is not refreshed automatically.{' '}
          <button type="button" onClick={reload}>
            Reload
          </button>
        </p>
      )}
      {value && !value.isWhole && reach.limit < max && (
        <p>
          <button
            type="button"
            onClick={() =>
              setReach(({ limit, pages }) => ({
                limit: limit + (isFull ? first.limit : 0),
                pages: pages + first.pages,
              }))
            }
          >
            {isFull ? 'Show more' : 'Search older renders'}
          </button>
        </p>
      )}
    </>
  );
}

function Empty({
  isFiltered,
  isWhole,
  onReset,
}: {
  isFiltered: boolean;
  isWhole: boolean;
  onReset(): void;
}) {
  if (!isFiltered) {
    return (
      <div class="empty">
        <p>Nothing here yet.</p>
        <p class="quiet">
          Requests with <code>async</code> or a webhook, batches and runs of tasks are stored and
          listed. Direct requests are not; those of the playground appear here in the same tab.
        </p>
      </div>
    );
  }
  return (
    <div class="empty">
      <p>{isWhole ? 'No matches.' : 'No matches among the latest requests.'}</p>
      <p>
        <button type="button" onClick={onReset}>
          Show all
        </button>
      </p>
    </div>
  );
}
