import { kinds } from '@tintype/contract/kinds';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatAgo, shortUrl } from '../format.ts';
import { Link } from '../shell/link.tsx';
import { Problem } from '../shell/problem.tsx';
import { Skeleton } from '../shell/skeleton.tsx';
import { useLoaded } from '../use-loaded.ts';
import { FollowedRequest } from './followed-request.tsx';
import { findAmong } from './marks.ts';
import { filePath, mediaTypeOf, type RequestState } from './request-state.ts';

const pollMs = 3_000;
const perPage = 48;

/** What was rendered and is kept: async requests, runs of tasks, and what has a webhook. */
export function RendersPage() {
  const { place } = useConsole();
  if (place.id === undefined) return <Gallery />;
  return (
    <>
      <p>
        <Link to="/console/renders">All renders</Link>
      </p>
      <h1>Render</h1>
      <FollowedRequest id={place.id} />
    </>
  );
}

const statuses = ['queued', 'processing', 'succeeded', 'failed'];
const apis = [...kinds, 'captures'];

function Gallery() {
  const { api, place, go } = useConsole();
  const [limit, setLimit] = useState(perPage);
  const [looked, setLooked] = useState({ mark: '', words: '' });
  const filter = new URLSearchParams();
  for (const name of ['status', 'api', 'task', 'batch']) {
    const value = place.query.get(name);
    if (value) filter.set(name, value);
  }
  const query = `${filter}`;
  const { value, error, reload } = useLoaded(
    (signal) =>
      api.json<{ requests: RequestState[] }>(
        'GET',
        `/v1/requests?limit=${limit}&${query}`,
        undefined,
        signal,
      ),
    [query, limit],
    pollMs,
  );
  const set = (name: string, chosen: string) => {
    const next = new URLSearchParams(filter);
    if (chosen === '') next.delete(name);
    else next.set(name, chosen);
    go(`/console/renders?${next}`, { replace: true });
  };
  const choice = (name: string, title: string, values: readonly string[]) => (
    <label>
      <span class="quiet">{title}</span>
      <select
        value={filter.get(name) ?? ''}
        onChange={(event) => set(name, event.currentTarget.value)}
      >
        <option value="">any</option>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
  const found = findAmong(value?.requests ?? [], looked);
  return (
    <>
      <h1>Renders</h1>
      <div class="filters">
        {choice('status', 'Status', statuses)}
        {choice('api', 'Kind', apis)}
        <label>
          <span class="quiet">Only</span>
          <select
            value={looked.mark}
            onChange={(event) => setLooked({ ...looked, mark: event.currentTarget.value })}
          >
            <option value="">all</option>
            <option value="slow">slow ones</option>
            <option value="objections">those whose receipt objects</option>
          </select>
        </label>
        <label>
          <span class="quiet">Address has</span>
          <input
            type="search"
            value={looked.words}
            onInput={(event) => setLooked({ ...looked, words: event.currentTarget.value })}
          />
        </label>
        {filter.has('task') && (
          <button type="button" onClick={() => set('task', '')}>
            Task {filter.get('task')} ✕
          </button>
        )}
      </div>
      {error && !value && <Problem error={error} onRetry={reload} />}
      {!error && !value && <Skeleton lines={6} />}
      {value?.requests.length === 0 && (
        <div class="empty">
          <p>Nothing here{query === '' ? ' yet' : ' fits'}.</p>
          <p class="quiet">
            Requests with <code>async</code> or a webhook, batches and runs of tasks are kept and
            listed. What is answered at once is not.
          </p>
        </div>
      )}
      {value && found.length < value.requests.length && (
        <p class="quiet">
          {found.length} of the last {value.requests.length}.
        </p>
      )}
      <ul class="gallery">
        {found.map((request) => (
          <li key={request.id}>
            <Card request={request} />
          </li>
        ))}
      </ul>
      {value?.requests.length === limit && limit < 960 && (
        <button type="button" onClick={() => setLimit(limit + perPage)}>
          Show more
        </button>
      )}
    </>
  );
}

/** One render of the gallery, with its image where it has one. */
export function Card({ request }: { request: RequestState }) {
  const { id, status, api, url, created, error } = request;
  const path = filePath(request);
  const isImage = path !== undefined && mediaTypeOf(path).startsWith('image/');
  return (
    <Link to={`/console/renders/${id}`} class={`card ${status}`}>
      <span class="thumbnail">
        {isImage ? (
          <img src={path} alt="" loading="lazy" decoding="async" />
        ) : (
          <span class="no-image">
            {path === undefined ? status : (path.split('.').at(-1) ?? '')}
          </span>
        )}
      </span>
      <span class="card-title">{url === undefined ? api : shortUrl(url)}</span>
      <span class="quiet">
        <span class={`status ${status}`}>{status}</span> {api}, {formatAgo(created)}
      </span>
      {error && <span class="card-error">{error.message ?? error.error}</span>}
    </Link>
  );
}
