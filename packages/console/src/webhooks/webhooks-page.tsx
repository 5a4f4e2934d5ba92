import type { Delivery } from '@tintype/contract/wire';
import { useConsole } from '../context.ts';
import { formatAgo, formatTime, shortUrl } from '../format.ts';
import { Fact } from '../shell/table.tsx';
import { Link } from '../shell/link.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Problem, Skeleton } from '../shell/pending.tsx';

const states: readonly Delivery['state'][] = ['pending', 'delivered', 'failed'];

/** Webhooks sent to receivers, their outcome, and a button to send one again. */
export function WebhooksPage() {
  const { api, place, go, notify } = useConsole();
  const state = place.query.get('state') ?? '';
  const { value, error, reload } = useLoaded(
    (signal) =>
      api.json<{ deliveries: Delivery[] }>(
        'GET',
        `/v1/deliveries?limit=100${state && `&state=${encodeURIComponent(state)}`}`,
        undefined,
        signal,
      ),
    [state],
    5_000,
  );
  const retry = async ({ id }: Delivery) => {
    await api.send('POST', `/v1/deliveries/${id}/retry`, {}).then(
      () => notify('Webhook sent again.'),
      (failure: Error) => notify(failure.message),
    );
    reload();
  };
  return (
    <>
      <h1>Webhooks</h1>
      <div class="filters">
        <label>
          <span class="quiet">State</span>
          <select
            value={state}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              go(`/console/webhooks${chosen && `?state=${chosen}`}`, { replace: true });
            }}
          >
            <option value="">any</option>
            {states.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </div>
      {error && <Problem error={error} onRetry={reload} />}
      {!error && !value && <Skeleton lines={5} />}
      {value?.deliveries.length === 0 && (
        <div class="empty">
          <p>No webhooks{state === '' ? ' yet' : ' in this state'}.</p>
          <p class="quiet">
            A request with <code>webhook_url</code> sends one when it finishes.
          </p>
        </div>
      )}
      {value?.deliveries.map((delivery) => (
        <details key={delivery.id} class="delivery">
          <summary>
            <span class={`status ${delivery.state}`}>{delivery.state}</span>{' '}
            {shortUrl(delivery.url)}{' '}
            <span class="quiet">
              {delivery.last_status ?? delivery.last_error ?? ''} {formatAgo(delivery.created)}
            </span>
          </summary>
          <div class="inside">
            <dl class="facts-list">
              <Fact name="To" value={delivery.url} />
              <Fact name="ID" value={delivery.id} canCopy />
              <Fact name="Attempts" value={String(delivery.attempts)} />
              {delivery.next_attempt !== undefined && (
                <Fact name="Next attempt" value={formatTime(delivery.next_attempt)} />
              )}
              {delivery.finished !== undefined && (
                <Fact name="Finished" value={formatTime(delivery.finished)} />
              )}
              {delivery.last_error !== undefined && (
                <Fact name="Last error" value={delivery.last_error} />
              )}
            </dl>
            <p class="bar">
              {delivery.state !== 'pending' && (
                <button type="button" onClick={() => void retry(delivery)}>
                  Send again
                </button>
              )}
              <Link to={`/console/renders/${delivery.request}`}>Show the render</Link>
            </p>
            <pre tabIndex={0} aria-label="Body">
              {shownBody(delivery.body)}
            </pre>
          </div>
        </details>
      ))}
    </>
  );
}

function shownBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
