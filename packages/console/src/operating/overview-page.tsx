import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatBytes, formatMs } from '../format.ts';
import { TimingBars } from '../playground/timing-bars.tsx';
import { Problem } from '../shell/problem.tsx';
import { Skeleton } from '../shell/skeleton.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Chart } from './chart.tsx';
import { meanStages, sumBy, type Figures } from './figures.ts';

/** A day is a thousand minutes and more: they are not asked for every few seconds. */
const pollMs = { 'last hour': 5_000, 'last 6 hours': 15_000, 'last day': 30_000 } as const;
const spans = { 'last hour': 3_600, 'last 6 hours': 6 * 3_600, 'last day': 86_400 } as const;

/** How the service is, and how it was during the last day. */
export function OverviewPage() {
  const { api } = useConsole();
  const [span, setSpan] = useState<keyof typeof spans>('last hour');
  const { value, error, reload } = useLoaded(
    (signal) => {
      const since = Math.floor(Date.now() / 1000) - spans[span];
      return api.json<Figures>('GET', `/v1/operator/figures?since=${since}`, undefined, signal);
    },
    [span],
    pollMs[span],
  );
  if (!value) return error ? <Problem error={error} onRetry={reload} /> : <Skeleton lines={8} />;
  const { now } = value;
  const minutes = [...value.minutes, now];
  const from = now.at - spans[span];
  const chart = { minutes, from, to: now.at };
  // What is counted in a minute is not known before its end.
  const whole = { ...chart, minutes: value.minutes };
  const count = (figure: number) => String(Math.round(figure));
  const errors = sumBy(minutes, (minute) => minute.errors);
  const stages = meanStages(minutes);
  const looked = (now.cache?.hits ?? 0) + (now.cache?.misses ?? 0);
  return (
    <>
      <div class="title-bar">
        <h1>Overview</h1>
        <label>
          <span class="hidden">Time</span>
          <select
            value={span}
            onChange={(event) => setSpan(event.currentTarget.value as keyof typeof spans)}
          >
            {Object.keys(spans).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      {error && <Problem error={error} />}
      <dl class="tiles">
        <Tile name="Running" value={count(now.running ?? 0)} />
        <Tile name="Waiting" value={count((now.waiting ?? 0) + (now.waitingInBackground ?? 0))} />
        <Tile name="Queued" value={count(now.requests?.queued ?? 0)} />
        <Tile name="Browsers" value={count(now.browsers ?? 0)} />
        <Tile
          name="Cache hits"
          value={looked === 0 ? '–' : `${Math.round(((now.cache?.hits ?? 0) / looked) * 100)} %`}
        />
        <Tile name="Free disk" value={formatBytes(now.diskFreeBytes ?? 0)} />
        <Tile name="Database" value={formatBytes(now.databaseBytes ?? 0)} />
        <Tile name="Webhooks waiting" value={count(now.deliveries?.['pending'] ?? 0)} />
      </dl>
      <div class="charts">
        <Chart
          title="Renders a minute"
          {...whole}
          format={count}
          series={{
            succeeded: ({ succeeded }) => succeeded,
            failed: ({ failed }) => failed,
          }}
        />
        <Chart
          title="Time of a render"
          {...whole}
          format={formatMs}
          series={{ median: ({ p50Ms }) => p50Ms, '95 %': ({ p95Ms }) => p95Ms }}
        />
        <Chart
          title="Queue"
          {...chart}
          format={count}
          series={{
            running: ({ running }) => running,
            waiting: ({ waiting, waitingInBackground = 0 }) =>
              waiting === undefined ? undefined : waiting + waitingInBackground,
            queued: ({ requests }) => requests?.queued,
          }}
        />
        <Chart
          title="Memory of the service"
          {...chart}
          format={formatBytes}
          series={{
            process: ({ memoryBytes }) => memoryBytes,
            cache: ({ cache }) => cache?.memoryBytes,
          }}
        />
      </div>
      {stages.length > 0 && (
        <>
          <h2>Stages</h2>
          <TimingBars timings={stages} title="Mean time of each, of renders that succeeded" />
        </>
      )}
      <h2>Errors</h2>
      {errors.length === 0 ? (
        <p class="quiet">None in this time.</p>
      ) : (
        <table class="plain">
          <tbody>
            {errors.map(([code, times]) => (
              <tr key={code}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td class="number">{times}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
