import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatBytes, formatMs } from '../format.ts';
import { counts, durations, roundStep } from '../charts/ticks.ts';
import { Waterfall } from '../viewer/waterfall.tsx';
import { useLoaded } from '../use-loaded.ts';
import { BrowsersTable } from './browsers-table.tsx';
import { RemoteBrowsersTable } from './remote-browsers-table.tsx';
import { Chart } from './chart.tsx';
import { DoctorSection } from './doctor-section.tsx';
import { ErrorsTable } from './errors-table.tsx';
import { livingProcesses, meanStages, shownMinutes, sumBy, type Figures } from './figures.ts';
import { ProcessesTable } from './processes-table.tsx';
import { Pending, Problem } from '../shell/pending.tsx';
import { Fact } from '../shell/table.tsx';

/** Longer spans are polled less often: a day has more than a thousand minutes. */
const pollMs = { 'last hour': 5_000, 'last 6 hours': 15_000, 'last day': 30_000 } as const;
const spans = { 'last hour': 3_600, 'last 6 hours': 6 * 3_600, 'last day': 86_400 } as const;

const count = (figure: number) => Math.round(figure).toLocaleString('en');
const units = {
  count: { ...counts, format: count },
  duration: { ...durations, format: formatMs },
  bytes: { step: roundStep, format: formatBytes },
};

/** State of the service, now and during the last day. */
export function OverviewPage() {
  const { api } = useConsole();
  const [span, setSpan] = useState<keyof typeof spans>('last hour');
  const [chosen, setChosen] = useState('');
  const { value, error, reload } = useLoaded(
    (signal) => {
      const since = Math.floor(Date.now() / 1000) - spans[span];
      const of = chosen === '' ? '' : `&process=${encodeURIComponent(chosen)}`;
      const path = `/v1/operator/figures?since=${since}${of}`;
      return api.json<Figures>('GET', path, undefined, signal);
    },
    [span, chosen],
    pollMs[span],
  );
  if (!value) return <Pending error={error} onRetry={reload} lines={8} />;
  const living = livingProcesses(value);
  const { now, minutes } = shownMinutes(value, chosen);
  const from = now.at - spans[span];
  const chart = { minutes, from, to: now.at };
  // The current minute is incomplete.
  const completeChart = { ...chart, minutes: value.minutes };
  const errors = sumBy(minutes, (minute) => minute.errors);
  const stages = meanStages(minutes);
  const lookups = (now.cache?.hits ?? 0) + (now.cache?.misses ?? 0);
  return (
    <>
      <div class="title-bar">
        <h1>Overview</h1>
        {(living.length > 1 || chosen !== '') && (
          <label>
            <span class="hidden">Process</span>
            <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">all {living.length} processes</option>
              {living.map(({ process = '' }) => (
                <option key={process} value={process}>
                  {process}
                </option>
              ))}
            </select>
          </label>
        )}
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
        <Fact name="Running" value={count(now.running ?? 0)} />
        <Fact name="Waiting" value={count((now.waiting ?? 0) + (now.waitingInBackground ?? 0))} />
        <Fact name="Queued" value={count(now.requests?.queued ?? 0)} />
        <Fact name="Browsers" value={count(now.browsers ?? 0)} />
        <Fact
          name="Cache hits"
          value={lookups === 0 ? '–' : `${Math.round(((now.cache?.hits ?? 0) / lookups) * 100)} %`}
        />
        <Fact
          name="Free disk"
          value={`${formatBytes(now.diskFreeBytes ?? 0)} of ${formatBytes(now.diskBytes ?? 0)}`}
        />
        <Fact name="Database" value={formatBytes(now.databaseBytes ?? 0)} />
        <Fact name="Pending webhooks" value={count(now.deliveries?.['pending'] ?? 0)} />
      </dl>
      <div class="charts">
        <Chart
          title="Renders per minute"
          {...completeChart}
          unit={units.count}
          series={{
            succeeded: ({ succeeded }) => succeeded,
            failed: ({ failed }) => failed,
          }}
        />
        <Chart
          title="Duration of a render"
          {...completeChart}
          unit={units.duration}
          series={{ median: ({ p50Ms }) => p50Ms, p95: ({ p95Ms }) => p95Ms }}
        />
        <Chart
          title="Queue"
          {...chart}
          unit={units.count}
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
          unit={units.bytes}
          series={{
            process: ({ memoryBytes }) => memoryBytes,
            cache: ({ cache }) => cache?.memoryBytes,
          }}
        />
      </div>
      {stages.length > 0 && (
        <>
          <h2>Stages</h2>
          <Waterfall stages={stages} title="Mean duration of successful renders" />
        </>
      )}
      <ErrorsTable errors={errors} />
      {living.length > 1 && <ProcessesTable processes={living} />}
      <BrowsersTable browsers={value.now.browserStates ?? []} />
      <RemoteBrowsersTable browsers={value.now.remoteBrowsers ?? []} />
      <DoctorSection />
    </>
  );
}
