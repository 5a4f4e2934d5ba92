import { createLazy } from '@tintype/core';
import type { Observer } from '@tintype/jobs';
import type { Registry } from 'prom-client';
import type { KeptFigures } from './keep-figures.ts';
import { routeOf } from './log-answers.ts';
import type { MetricSources } from './metric-sources.ts';
import type { ServerPart } from '../options/server-options.ts';

/** Prometheus metrics of the service. */
export interface Metrics {
  observer: Observer;
  /** Counts a check of a monitor. */
  checked(outcome: string): void;
  /** Counts every response. */
  part: ServerPart;
  registry(): Promise<Registry>;
}

/** Options of {@link createMetrics}. */
export interface MetricsOptions {
  /** Loads the Prometheus client. Default: from this package. */
  load?: () => Promise<Pick<typeof import('./keep-figures.ts'), 'keepFigures'>>;
  /** Delay after `listen` until it is loaded, in ms. Default 3000. */
  loadAfterMs?: number;
}

/** Maximum number of events to hold until the figures are loaded; others are not counted. */
const MAX_WAITING = 10_000;

/** Maximum pause before a failed load is retried. */
const MAX_PAUSE_MS = 10_000;

/**
 * Stores the figures of one service. prom-client takes 50 ms to load, so it is loaded after the
 * first response, or three seconds after `listen`: a first scrape has figures of the event loop.
 */
export function createMetrics(
  version: string,
  sources: MetricSources,
  { load = () => import('./keep-figures.ts'), loadAfterMs = 3000 }: MetricsOptions = {},
): Metrics {
  let kept: KeptFigures | undefined;
  const waiting: ((to: KeptFigures) => void)[] = [];
  const figures = createLazy(
    async () => {
      const { keepFigures } = await load();
      kept = keepFigures(version, sources);
      for (const write of waiting.splice(0)) write(kept);
      return kept;
    },
    { longestPauseMs: MAX_PAUSE_MS },
  );
  // A scrape reports the reason of a failure.
  const startLoading = () => void figures.get().catch(() => {});
  const count = (write: (to: KeptFigures) => void) => {
    if (kept) return write(kept);
    if (waiting.length < MAX_WAITING) waiting.push(write);
    startLoading();
  };
  return {
    checked: (outcome) => count((to) => to.checked(outcome)),
    observer: { executed: (execution) => count((to) => to.observer.executed(execution)) },
    part(app) {
      let timer: NodeJS.Timeout | undefined;
      app.addHook('onListen', (done) => {
        timer ??= setTimeout(startLoading, loadAfterMs).unref();
        done();
      });
      app.addHook('preClose', (done) => {
        clearTimeout(timer);
        done();
      });
      app.addHook('onResponse', (request, reply, done) => {
        const { method } = request;
        const route = routeOf(request);
        const { statusCode: status, elapsedTime } = reply;
        count((to) => to.answered({ method, route, status, durationS: elapsedTime / 1000 }));
        done();
      });
    },
    registry: async () => (await figures.get()).registry,
  };
}
