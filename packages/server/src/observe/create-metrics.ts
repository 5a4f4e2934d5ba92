import type { Observer } from '@tintype/jobs';
import type { Registry } from 'prom-client';
import type { KeptFigures } from './keep-figures.ts';
import { routeOf } from './log-answers.ts';
import type { MetricSources } from './metric-sources.ts';
import type { ServerPart } from './server-part.ts';

/** Figures about the service, in the form of Prometheus. */
export interface Metrics {
  observer: Observer;
  /** Counts every answer. */
  part: ServerPart;
  registry(): Promise<Registry>;
}

/**
 * Keeps the figures of one service: nothing is shared with another in the same process. What keeps them takes 50 ms to load, a tenth of all
 * that a service loads: that is done once the first answer has left.
 */
export function createMetrics(version: string, sources: MetricSources): Metrics {
  let kept: KeptFigures | undefined;
  let loading: Promise<KeptFigures> | undefined;
  const waiting: ((to: KeptFigures) => void)[] = [];

  const load = () => (loading ??= loadFigures());
  async function loadFigures(): Promise<KeptFigures> {
    const { keepFigures } = await import('./keep-figures.ts');
    kept = keepFigures(version, sources);
    for (const write of waiting.splice(0)) write(kept);
    return kept;
  }
  const count = (write: (to: KeptFigures) => void) => {
    if (kept) return write(kept);
    waiting.push(write);
    void load();
  };
  return {
    observer: { executed: (execution) => count((to) => to.observer.executed(execution)) },
    part(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const { method } = request;
        const route = routeOf(request);
        const { statusCode: status, elapsedTime } = reply;
        count((to) => to.answered({ method, route, status, durationS: elapsedTime / 1000 }));
        done();
      });
    },
    registry: async () => (await load()).registry,
  };
}
