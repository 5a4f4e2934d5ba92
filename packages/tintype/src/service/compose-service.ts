import 'reflect-metadata';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createCache, type Cache } from '@tintype/cache';
import { createChromeSource, type ChromeSource } from '@tintype/chrome';
import type { Renderer } from '@tintype/core';
import { createEgress, type Egress } from '@tintype/egress';
import { createGate, createWorker, type Gate, type Worker } from '@tintype/queue';
import { createScheduler, createTaskService, type Scheduler } from '@tintype/scheduler';
import {
  createMetrics,
  createPerform,
  createReadiness,
  createServer,
  healthRoutes,
  logAnswers,
  metricsRoute,
  openApiRoute,
  referencePage,
  servedLocations,
  type createLog,
  type Metrics,
  type Perform,
  type Readiness,
  type Server,
} from '@tintype/server';
import { createSqliteStore, defaultPlans, type Store } from '@tintype/store';
import {
  createCallbackCheck,
  createDeliverer,
  deliveryFor,
  type Deliverer,
} from '@tintype/webhooks';
import {
  container,
  instanceCachingFactory,
  type DependencyContainer,
  type InjectionToken,
} from 'tsyringe';
import { composeRenderer } from '../composition-root.ts';
import type { Environment } from '../environment.ts';
import { sourceOptions } from '../part-options.ts';
import { renderCanary } from './canary.ts';
import type { TlsFiles } from './check-config.ts';
import { createHousekeeping, type Housekeeping } from './create-housekeeping.ts';
import { concurrencyOf, engineOptions } from './engine-options.ts';
import type { ServiceConfig } from './settings.ts';

/** What a service is made of. */
export interface ServiceParts {
  config: ServiceConfig & { data_dir: string };
  environment: Environment;
  tls: TlsFiles | undefined;
  log: ReturnType<typeof createLog>;
  version: string;
  /** Unix milliseconds. */
  now: () => number;
}

/** The parts that have a life of their own. */
export interface ComposedService {
  store: Store;
  cache: Cache;
  renderer: Renderer;
  server: Server;
  worker: Worker;
  deliverer: Deliverer;
  scheduler: Scheduler;
  housekeeping: Housekeeping;
  readiness: Readiness;
  /** Told the service's port, so that no page reaches it. */
  ownPorts: Set<number>;
}

const STORE: InjectionToken<Store> = Symbol('store');
const OWN_PORTS: InjectionToken<Set<number>> = Symbol('own ports');
const EGRESS: InjectionToken<Egress> = Symbol('egress');
const SOURCE: InjectionToken<ChromeSource> = Symbol('browser source');
const RENDERER: InjectionToken<Renderer> = Symbol('renderer');
const CACHE: InjectionToken<Cache> = Symbol('cache');
const GATE: InjectionToken<Gate> = Symbol('gate');
const METRICS: InjectionToken<Metrics> = Symbol('metrics');
const READINESS: InjectionToken<Readiness> = Symbol('readiness');
const PERFORM: InjectionToken<Perform> = Symbol('perform');
const WORKER: InjectionToken<Worker> = Symbol('worker');
const DELIVERER: InjectionToken<Deliverer> = Symbol('deliverer');
const SCHEDULER: InjectionToken<Scheduler> = Symbol('scheduler');
const SERVER: InjectionToken<Server> = Symbol('server');

const DAY_MS = 24 * 60 * 60_000;
const HOUSEKEEPING_MS = 10 * 60_000;

/**
 * Wires one service. The store is opened; nothing else starts.
 *
 * @throws RenderError `storage_failed` when the data folder cannot be used
 */
export function composeService(parts: ServiceParts): ComposedService {
  const scope = container.createChildContainer();
  registerEngine(scope, parts);
  registerRendering(scope, parts);
  registerBackground(scope, parts);
  registerServer(scope, parts);
  return {
    store: scope.resolve(STORE),
    cache: scope.resolve(CACHE),
    renderer: scope.resolve(RENDERER),
    server: scope.resolve(SERVER),
    worker: scope.resolve(WORKER),
    deliverer: scope.resolve(DELIVERER),
    scheduler: scope.resolve(SCHEDULER),
    housekeeping: housekeeping(scope, parts),
    readiness: scope.resolve(READINESS),
    ownPorts: scope.resolve(OWN_PORTS),
  };
}

/** One instance of each, made when it is first asked for. */
function provide<T>(
  scope: DependencyContainer,
  token: InjectionToken<T>,
  make: (scope: DependencyContainer) => T,
): void {
  scope.register(token, { useFactory: instanceCachingFactory(make) });
}

function registerEngine(scope: DependencyContainer, parts: ServiceParts): void {
  const { config, environment } = parts;
  const engine = engineOptions(config, concurrencyOf(config, availableParallelism()));
  provide(scope, OWN_PORTS, () => new Set<number>());
  provide(scope, EGRESS, () =>
    createEgress({
      allow: config.egress_allow,
      ownPorts: scope.resolve(OWN_PORTS),
      // Clients of a service read it, who have no command line.
      advice: (target) => `the operator of this service can allow it: egress_allow ${target}`,
      ...(config.egress_ports === undefined ? {} : { ports: config.egress_ports }),
    }),
  );
  provide(scope, SOURCE, () =>
    createChromeSource(sourceOptions(scope.resolve(EGRESS), engine, environment)),
  );
  provide(scope, RENDERER, () =>
    composeRenderer(engine, environment, {
      egress: scope.resolve(EGRESS),
      source: scope.resolve(SOURCE),
    }),
  );
}

function registerRendering(scope: DependencyContainer, parts: ServiceParts): void {
  const { config, log, now, version } = parts;
  provide(scope, STORE, () =>
    createSqliteStore({
      dataDir: config.data_dir,
      now,
      ...(config.master_key === undefined ? {} : { masterKey: config.master_key }),
    }),
  );
  provide(scope, CACHE, () =>
    createCache({
      dir: join(config.data_dir, 'cache'),
      maxMemoryBytes: config.cache_memory_bytes,
      maxDiskBytes: config.cache_disk_bytes,
      now,
      onWarning: (message) => log.warn(message),
    }),
  );
  provide(scope, GATE, () =>
    createGate({
      concurrency: concurrencyOf(config, availableParallelism()),
      maxWaiting: config.max_waiting,
    }),
  );
  provide(scope, METRICS, () => createMetrics(version, metricSources(scope)));
  provide(scope, READINESS, () =>
    createReadiness({ canary: (signal) => renderCanary(scope.resolve(RENDERER), signal), now }),
  );
  provide(scope, PERFORM, () => {
    const { observer } = scope.resolve(METRICS);
    const readiness = scope.resolve(READINESS);
    return createPerform({
      renderer: scope.resolve(RENDERER),
      usage: scope.resolve(STORE).usage,
      plans: config.plans ?? defaultPlans,
      gate: scope.resolve(GATE),
      cache: scope.resolve(CACHE),
      upstreams: config.upstreams ?? {},
      observer: {
        rendered(fact) {
          observer.rendered(fact);
          if (fact.outcome === 'succeeded' && fact.cache !== 'HIT') readiness.proved();
        },
      },
      now,
    });
  });
}

function metricSources(scope: DependencyContainer): Parameters<typeof createMetrics>[1] {
  const store = scope.resolve(STORE);
  const cache = scope.resolve(CACHE);
  return {
    gate: () => scope.resolve(GATE).depth,
    browsers: () => scope.resolve(SOURCE).browsers,
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

function registerBackground(scope: DependencyContainer, parts: ServiceParts): void {
  const { config, log, now } = parts;
  const plans = config.plans ?? defaultPlans;
  const rules = rulesOf(config);
  const onWarning = (message: string, cause?: unknown) => log.warn({ err: cause }, message);
  const wakeWorker = () => scope.resolve(WORKER).wake();
  const wakeDeliverer = () => scope.resolve(DELIVERER).wake();
  provide(scope, WORKER, () =>
    createWorker({
      store: scope.resolve(STORE),
      plans,
      perform: scope.resolve(PERFORM),
      deliveryFor,
      wakeDeliverer,
      concurrency: concurrencyOf(config, availableParallelism()),
      now,
      rules,
      onWarning,
    }),
  );
  provide(scope, DELIVERER, () =>
    createDeliverer({
      store: scope.resolve(STORE),
      egress: scope.resolve(EGRESS),
      now,
      allowHttp: config.webhook_allow_http,
      onWarning,
      onAttempt({ delivery }, attempt) {
        log.info(
          { delivery: delivery.id, requestId: delivery.requestId, ...attempt },
          'a callback',
        );
      },
    }),
  );
  provide(scope, SCHEDULER, () =>
    createScheduler({
      store: scope.resolve(STORE),
      plans,
      now,
      wakeWorker,
      wakeDeliverer,
      deliveryFor,
      allowHttpWebhook: config.webhook_allow_http,
      onWarning,
    }),
  );
}

function registerServer(scope: DependencyContainer, parts: ServiceParts): void {
  const { config, log, now, tls, version } = parts;
  const description = {
    version,
    ...(config.base_url === undefined ? {} : { baseUrl: config.base_url }),
  };
  provide(scope, SERVER, () => {
    const store = scope.resolve(STORE);
    const metrics = scope.resolve(METRICS);
    const checkCallback = createCallbackCheck(scope.resolve(EGRESS));
    return createServer({
      store,
      plans: config.plans ?? defaultPlans,
      perform: scope.resolve(PERFORM),
      tasks: createTaskService({ store, now, checkCallback, ...rulesOf(config) }),
      locations: servedLocations(config.upstreams),
      deliveryFor,
      wake: {
        worker: () => scope.resolve(WORKER).wake(),
        deliverer: () => scope.resolve(DELIVERER).wake(),
        scheduler: () => scope.resolve(SCHEDULER).wake(),
      },
      checkCallback,
      log,
      parts: [
        logAnswers(log),
        metrics.part,
        healthRoutes(scope.resolve(READINESS)),
        metricsRoute(metrics.registry, config.metrics_token),
        openApiRoute(description),
        referencePage(description),
      ],
      trustProxy: config.trust_proxy.length === 0 ? false : config.trust_proxy.join(','),
      allowHttpWebhook: config.webhook_allow_http,
      corsOrigins: config.cors_origins,
      limits: { bodyBytes: config.max_body_bytes },
      drainTimeoutMs: config.drain_timeout_s * 1000,
      now,
      ...(config.base_url === undefined ? {} : { baseUrl: config.base_url }),
      ...(tls === undefined ? {} : { tls }),
    });
  });
}

function rulesOf(config: ServiceConfig) {
  return {
    allowHttpWebhook: config.webhook_allow_http,
    locations: servedLocations(config.upstreams),
  };
}

function housekeeping(scope: DependencyContainer, { config, log }: ServiceParts): Housekeeping {
  const store = scope.resolve(STORE);
  return createHousekeeping({
    chores: {
      'Removing what is old': () =>
        store.sweep({
          requestsMs: config.keep_requests_days * DAY_MS,
          deliveriesMs: config.keep_deliveries_days * DAY_MS,
        }),
    },
    everyMs: HOUSEKEEPING_MS,
    onWarning: (message, cause) => log.warn({ err: cause }, message),
  });
}
