import type { RequestState } from '@tintype/client';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Link } from '../shell/link.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Card } from './card.tsx';
import { chooseOne, comparedAs, comparisonAddress } from './compare/compared-pair.ts';
import { ComparePage } from './compare/compare-page.tsx';
import { firstPages, pollMsOf, readFilter, toQuery, type FilterName } from './filter-state.ts';
import { Filters } from './filters.tsx';
import { findRequests, type Reach } from './find-requests.ts';
import { FollowedRequest } from './followed-request.tsx';
import { RecentGallery } from './recent/recent-gallery.tsx';
import { Problem, Skeleton } from '../shell/pending.tsx';

const first: Reach = { limit: 48, pages: firstPages };
const max = 960;

/** Stored renders: async requests, runs of tasks, and requests with a webhook. */
export function RendersPage() {
  const { place } = useConsole();
  if (place.id === undefined) return <Gallery />;
  return place.id === 'compare' ? <TwoRenders /> : <OneRender key={place.id} id={place.id} />;
}

function TwoRenders() {
  return (
    <>
      <p>
        <Link to="/console/renders">All renders</Link>
      </p>
      <h1>Comparison</h1>
      <ComparePage />
    </>
  );
}

function OneRender({ id }: { id: string }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <>
      <p>
        <Link to="/console/renders">All renders</Link>
      </p>
      <div class="title-bar">
        <h1>Render</h1>
        {!isMissing && <RemoveButton id={id} />}
      </div>
      <FollowedRequest id={id} onMissing={() => setMissing(true)} />
    </>
  );
}

function RemoveButton({ id }: { id: string }) {
  const { api, go, notify } = useConsole();
  const remove = () =>
    api.send('DELETE', `/v1/requests/${encodeURIComponent(id)}`).then(
      () => {
        notify('Deleted.');
        go('/console/renders');
      },
      (failure: Error) => notify(failure.message),
    );
  return (
    <ConfirmButton
      title="Delete"
      question="Its files are deleted, too: sure?"
      isDanger
      onConfirm={() => void remove()}
    />
  );
}

function Gallery() {
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
          This far back, the list is not refreshed automatically.{' '}
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

/** Compares two chosen renders. */
function ChosenBar({ chosen, onClear }: { chosen: readonly RequestState[]; onClear(): void }) {
  const { go } = useConsole();
  const address = comparisonAddress(chosen);
  return (
    <div class="chosen" role="group" aria-label="Comparison">
      <span role="status">
        {address === undefined ? 'Select another one to compare.' : '2 selected'}
      </span>
      <button
        type="button"
        class="primary"
        disabled={address === undefined}
        onClick={() => address && go(address)}
      >
        Compare
      </button>
      <button type="button" class="link" onClick={onClear}>
        Clear
      </button>
    </div>
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
      <p>{isWhole ? 'No match.' : 'No match among the latest requests.'}</p>
      <p>
        <button type="button" onClick={onReset}>
          Show all
        </button>
      </p>
    </div>
  );
}
