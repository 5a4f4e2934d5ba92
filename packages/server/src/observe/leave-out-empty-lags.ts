import { Gauge, type Registry } from 'prom-client';

const NAMES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];

/** Without samples, Node reports 2^63 - 1 ns as the least delay. */
const NO_MINIMUM_S = 9e9;

/**
 * Skips event-loop delays without a sample, as after an immediately preceding scrape: their minimum
 * would be 292 years and their mean NaN.
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
