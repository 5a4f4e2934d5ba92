import { Gauge, type Registry } from 'prom-client';

const NAMES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];

/** Without samples, Node reports 2^63 - 1 ns as the least delay. */
const NO_MINIMUM_S = 9e9;

/**
 * Node samples the delay of its event loop every 10 ms, and again after each scrape: one that
 * follows another immediately, or the start of measuring, finds no sample. Its minimum is 292 years
 * then, and its mean NaN, which average and maximum over time keep for long.
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
