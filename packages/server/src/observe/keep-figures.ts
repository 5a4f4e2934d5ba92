import type { Observer } from '@tintype/jobs';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { addSources, type MetricSources } from './metric-sources.ts';

export interface CountedAnswer {
  method: string;
  route: string;
  status: number;
  durationS: number;
}

/** Stored metrics. */
export interface KeptFigures {
  registry: Registry;
  observer: Observer;
  answered(answer: CountedAnswer): void;
  /** Counts a check of a monitor. */
  checked(outcome: string): void;
}

/** Seconds: from a cached result to the longest screencast. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];

/** Creates the metrics of one service. `createMetrics` loads this module late. */
export function keepFigures(version: string, sources: MetricSources): KeptFigures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  leaveOutEmptyLags(registry);
  const registers = [registry];
  new Gauge({
    name: 'tintype_build_info',
    help: 'Always 1; the version is in the label.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  addSources(registers, sources);
  return {
    registry,
    observer: createObserver(registers),
    answered: countAnswers(registers),
    checked: countChecks(registers),
  };
}

function countAnswers(registers: Registry[]): KeptFigures['answered'] {
  const requests = new Counter({
    name: 'tintype_http_requests_total',
    help: 'Responses, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'tintype_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the last byte of its response.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });
  return ({ method, route, status, durationS }) => {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, durationS);
  };
}

function countChecks(registers: Registry[]): KeptFigures['checked'] {
  const checks = new Counter({
    name: 'tintype_monitor_checks_total',
    help: 'Compared runs of monitors, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  return (outcome) => checks.inc({ outcome });
}

function createObserver(registers: Registry[]): Observer {
  const renders = new Counter({
    name: 'tintype_renders_total',
    help: 'Finished renders, by outcome: succeeded, or the code of the error.',
    labelNames: ['operation', 'mode', 'outcome'],
    registers,
  });
  const sessions = new Counter({
    name: 'tintype_session_renders_total',
    help: 'Successful renders with a session, by its login: stored, repeated, or expired.',
    labelNames: ['login'],
    registers,
  });
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });
  const totals = histogram(
    'tintype_render_duration_seconds',
    'Duration of successful renders, waiting and cached results included.',
    ['operation', 'cache'],
  );
  const waits = histogram('tintype_queue_wait_seconds', 'Time that renders waited for a slot.', [
    'mode',
  ]);
  const stages = histogram(
    'tintype_render_stage_seconds',
    'Duration of the stages of successful renders.',
    ['operation', 'stage'],
  );
  return {
    executed({ kind: operation, mode, outcome, queueMs, totalMs, timings, cache, login }) {
      renders.inc({ operation, mode, outcome });
      if (outcome !== 'succeeded') return;
      if (login) sessions.inc({ login });
      totals.observe({ operation, cache: cache ?? 'none' }, totalMs / 1000);
      if (cache === 'HIT') return;
      waits.observe({ mode }, queueMs / 1000);
      for (const { stage, durationMs } of timings) {
        stages.observe({ operation, stage }, durationMs / 1000);
      }
    },
  };
}

const NAMES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];

/** Node's minimum delay without samples is 2^63 - 1 ns. */
const NO_MINIMUM_S = 9e9;

/**
 * Omits the event loop's delays of a scrape without samples: Node reports a minimum of 292 years
 * and a mean of NaN, which would spoil averages and maxima over time.
 */
export function leaveOutEmptyLags(registry: Registry): void {
  for (const name of NAMES) {
    const gauge = registry.getSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
    if (!(gauge instanceof Gauge)) continue;
    const set = gauge.set.bind(gauge) as (labels: object, seconds: number) => void;
    gauge.set = (labels: object | number, seconds?: number) => {
      const isMeasured = seconds !== undefined && seconds > 0 && seconds < NO_MINIMUM_S;
      if (isMeasured) set(labels as object, seconds);
      else gauge.remove();
    };
  }
}
