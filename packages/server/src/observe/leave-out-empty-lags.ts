import { Gauge, type Registry } from 'prom-client';

const NAMES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];

/** Without samples, Node reports 2^63 - 1 ns as the least delay. */
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
