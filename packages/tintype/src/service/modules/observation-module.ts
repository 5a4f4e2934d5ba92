import { hostname } from 'node:os';
import type { RemoteState } from '@tintype/contract';
import { createMetrics, createReadiness, createTracing, type MetricSources } from '@tintype/server';
import { renderCanary } from '../canary.ts';
import { createFigures } from '../create-figures.ts';
import { createHousekeeping } from '../create-housekeeping.ts';
import {
  CACHE,
  FIGURES,
  HANDOFF_CLIENT,
  LIMITER,
  METRICS,
  READINESS,
  RENDERER,
  SOURCE,
  TRACING,
  warningsOf,
  type Scope,
  type ServiceModule,
  type ServiceParts,
} from './service-module.ts';

const MINUTE_MS = 60_000;
/** Lifetime of a check of the store, in ms: the check costs little. */
const STORE_GOOD_FOR_MS = 2_000;

/** Metrics, traces, figures by minute, and readiness. */
export const observationModule: ServiceModule = {
  register(scope, parts) {
    const { config, now, started, store, version } = parts;
    scope.provide(METRICS, () => createMetrics(version, metricSources(scope, parts)));
    scope.provide(FIGURES, () =>
      createFigures({
        sources: {
          ...metricSources(scope, parts),
          browserStates: () => scope.get(SOURCE).states,
          databaseBytes: () => store.capacity.databaseBytes(),
        },
        journal: store.journal,
        dataDir: config.data_dir,
        process: () => processName(started.ownPorts),
      }),
    );
    scope.provide(TRACING, () => createTracing(version, now));
    scope.provide(READINESS, () => createReadiness(readinessOptions(scope, parts)));
  },
  steps(scope, parts) {
    const figures = scope.get(FIGURES);
    const minutes = createHousekeeping({
      chores: { 'Storing the figures of the last minute': () => figures.keep() },
      everyMs: MINUTE_MS,
      onWarning: warningsOf(parts),
    });
    const { role } = parts.config;
    return {
      run() {
        if (role.includes('api') || role.includes('worker')) minutes.start();
      },
      drain: () => [minutes.stop()],
    };
  },
};

function metricSources(scope: Scope, { config, store }: ServiceParts): MetricSources {
  const cache = scope.get(CACHE);
  return {
    limiter: () => (scope.get(HANDOFF_CLIENT) ?? scope.get(LIMITER)).depth,
    browsers: () => scope.get(SOURCE).browsers,
    ...(config.browsers.length > 0 && { remotes: () => scope.get(SOURCE).remotes ?? [] }),
    cache() {
      const { hits, misses, evictions, memory, disk } = cache.stats;
      return {
        hits: hits.memory + hits.disk + hits.joined,
        misses,
        evictions: evictions.memory + evictions.disk,
        memoryBytes: memory.bytes,
        diskBytes: disk.bytes,
      };
    },
    requests: () => store.requests.counts(),
    deliveries: () => store.outbox.counts(),
  };
}

/** A worker is ready if it renders a test page; other processes, if the store responds. */
function readinessOptions(
  scope: Scope,
  { config, now, store }: ServiceParts,
): Parameters<typeof createReadiness>[0] {
  const needs = async () => store.fileBytes.check?.();
  if (!config.role.includes('worker')) {
    return {
      canary: async () => void (await store.requests.nextDueAt()),
      needs,
      lacks: () => (scope.get(HANDOFF_CLIENT)?.slots === 0 ? 'No worker renders now.' : undefined),
      goodForMs: STORE_GOOD_FOR_MS,
      now,
    };
  }
  return {
    canary: async (signal) => {
      if (isBusy(scope.get(SOURCE).remotes, config.pages_per_browser)) return;
      await renderCanary(scope.get(RENDERER), signal);
    },
    needs,
    lacks: () => lackingBrowsers(scope.get(SOURCE).remotes),
    now,
  };
}

/**
 * True if every page of the remote browsers is in use. A test page would wait for these renders,
 * which show that the browsers work; a browser that hangs is disconnected within seconds.
 */
function isBusy(remotes: readonly RemoteState[] = [], pages: number): boolean {
  const connected = remotes.filter(({ state }) => state === 'connected');
  return connected.length > 0 && connected.every((one) => one.pages >= pages);
}

/** Reports that renders work, but with reduced concurrency. */
function lackingBrowsers(remotes: readonly RemoteState[] = []): string | undefined {
  const failing = remotes.filter(({ state }) => state === 'failing').length;
  if (failing === 0) return undefined;
  return `${failing} of ${remotes.length} remote browsers cannot be used.`;
}

/** Name that distinguishes processes that share a store: the machine or container, and the port. */
function processName([port]: Iterable<number>): string {
  return `${hostname().slice(0, 80)}:${port ?? process.pid}`;
}
