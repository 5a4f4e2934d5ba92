import 'reflect-metadata';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { createCache, createSharing, type Cache, type CacheOptions } from '@tintype/cache';
import {
  createChromeSource,
  createRemoteSource,
  type ChromeSource,
  type RemoteSource,
} from '@tintype/chrome';
import { pageOrigin, type RemoteState } from '@tintype/contract';
import type { Plugin, Renderer } from '@tintype/core';
import type { Egress } from '@tintype/egress';
import { loadSitemap } from '../load-sitemap.ts';
import {
  createHandoffClient,
  createHandoffWorker,
  createJobs,
  createLimiter,
  createWorker,
  servedLocations,
  type HandoffClient,
  type HandoffWorker,
  type Jobs,
  type Limiter,
  type Worker,
} from '@tintype/jobs';
import { createAnswerAgent, createCompareStored, createServiceTurns } from '@tintype/mcp/service';
import { createScheduler, createTaskService, type Scheduler } from '@tintype/scheduler';
import {
  createMetrics,
  createReadiness,
  createServer,
  createTracing,
  healthRoutes,
  logAnswers,
  logEnds,
  metricsRoute,
  openApiRoute,
  referencePage,
  type createLog,
  type Metrics,
  type Readiness,
  type RequestLimits,
  type Server,
  type Tracing,
} from '@tintype/server';
import {
  createBucket,
  createClockWatch,
  defaultPlans,
  type ClockWatch,
  type Store,
} from '@tintype/store';
import {
  batchDeliveryFor,
  createTargetCheck,
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
import { remoteOptions, sourceOptions } from '../part-options.ts';
import type { RendererOptions } from '../renderer-options.ts';
import { renderCanary } from './canary.ts';
import type { TlsFiles } from './check-config.ts';
import { consoleFiles } from './console-files.ts';
import { createFigures, type Figures } from './create-figures.ts';
import { createHousekeeping, type Housekeeping } from './create-housekeeping.ts';
import { concurrencyOf, engineOptions, recordingsOf } from './engine-options.ts';
import { createDoctor } from './run-doctor.ts';
import { logRuns } from './log-runs.ts';
import type { Roles } from './roles.ts';
import { s3OptionsOf } from './s3-options.ts';
import type { ServiceConfig } from './settings/settings.ts';
import type { StartedEngine } from './start-engine.ts';

/** Inputs of a service. */
export interface ServiceParts {
  config: ServiceConfig & { data_dir: string };
  environment: Environment;
  tls: TlsFiles | undefined;
  /** The settings in force, without secrets, for the operator. */
  settings: Readonly<Record<string, { value?: unknown; from: string }>>;
  /** Opened; the caller closes it if the composition fails. */
  store: Store;
  /** Stopped by the caller if the composition fails. */
  started: StartedEngine;
  /** Parts of the engine that the operator names. */
  plugins?: readonly Plugin[];
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
  limiter: Pick<Limiter, 'look'>;
  server: Server;
  worker: Worker;
  deliverer: Deliverer;
  scheduler: Scheduler;
  housekeeping: Housekeeping;
  /** Writes down how each minute was. */
  minutes: Housekeeping;
  clockWatch: ClockWatch;
  readiness: Readiness;
  /** Sends direct requests to workers; absent if this process renders them itself. */
  handoffClient: HandoffClient | undefined;
  /** Renders those of other processes; absent if there are none. */
  handoffWorker: HandoffWorker | undefined;
  /** Roles of this process. */
  roles: Roles;
  /** Told the service's port, so that no page reaches it. */
  ownPorts: Set<number>;
}

const STORE: InjectionToken<Store> = Symbol('store');
const OWN_PORTS: InjectionToken<Set<number>> = Symbol('own ports');
const EGRESS: InjectionToken<Egress> = Symbol('egress');
/** Remote browsers say how each is doing. */
type ServiceSource = ChromeSource & Partial<Pick<RemoteSource, 'remotes'>>;

const SOURCE: InjectionToken<ServiceSource> = Symbol('browser source');
const RENDERER: InjectionToken<Renderer> = Symbol('renderer');
const CACHE: InjectionToken<Cache> = Symbol('cache');
const LIMITER: InjectionToken<Limiter> = Symbol('limiter');
const METRICS: InjectionToken<Metrics> = Symbol('metrics');
const FIGURES: InjectionToken<Figures> = Symbol('figures');
const TRACING: InjectionToken<Tracing> = Symbol('tracing');
const READINESS: InjectionToken<Readiness> = Symbol('readiness');
const JOBS: InjectionToken<Jobs> = Symbol('jobs');
const HAND_OVER: InjectionToken<HandoffClient | undefined> = Symbol('hand-over');
const HANDOFF_WORKER: InjectionToken<HandoffWorker | undefined> = Symbol('handoff worker');
const WORKER: InjectionToken<Worker> = Symbol('worker');
const DELIVERER: InjectionToken<Deliverer> = Symbol('deliverer');
const SCHEDULER: InjectionToken<Scheduler> = Symbol('scheduler');
const SERVER: InjectionToken<Server> = Symbol('server');

const DAY_MS = 24 * 60 * 60_000;
const HOUSEKEEPING_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
/** A store is asked in no time. */
const STORE_GOOD_FOR_MS = 2_000;

/** Wires one service. Nothing starts. */
export function composeService(parts: ServiceParts): ComposedService {
  const scope = container.createChildContainer();
  registerEngine(scope, parts);
  registerRendering(scope, parts);
  registerHandoffs(scope, parts);
  registerBackground(scope, parts);
  registerServer(scope, parts);
  return {
    store: scope.resolve(STORE),
    cache: scope.resolve(CACHE),
    renderer: scope.resolve(RENDERER),
    limiter: scope.resolve(LIMITER),
    server: scope.resolve(SERVER),
    worker: scope.resolve(WORKER),
    deliverer: scope.resolve(DELIVERER),
    scheduler: scope.resolve(SCHEDULER),
    housekeeping: housekeeping(scope, parts),
    minutes: minutes(scope, parts),
    clockWatch: clockWatch(scope, parts),
    readiness: scope.resolve(READINESS),
    handoffClient: scope.resolve(HAND_OVER),
    handoffWorker: scope.resolve(HANDOFF_WORKER),
    roles: new Set(parts.config.role),
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
  const { plugins = [] } = parts;
  const engine: RendererOptions = {
    ...engineOptions(config, concurrencyOf(config, availableParallelism())),
    plugins,
  };
  const { started } = parts;
  provide(scope, OWN_PORTS, () => started.ownPorts);
  provide(scope, EGRESS, () => started.egress);
  provide(scope, SOURCE, () => started.source ?? sourceFor(scope.resolve(EGRESS), engine, parts));
  provide(scope, RENDERER, () =>
    composeRenderer(engine, environment, {
      egress: scope.resolve(EGRESS),
      source: scope.resolve(SOURCE),
    }),
  );
}

/** The browsers that the settings name, else those that it starts. */
function sourceFor(
  egress: Egress,
  engine: RendererOptions,
  { environment, log }: ServiceParts,
): ServiceSource {
  if (!engine.browsers) return createChromeSource(sourceOptions(egress, engine, environment));
  return createRemoteSource({
    ...remoteOptions(egress, engine, engine.browsers),
    // Clients read errors.
    hideReasons: true,
    onFailure: ({ name, reason, forMs }) =>
      log.warn({ browser: name, reason, forMs }, 'a remote browser is left alone'),
  });
}

function registerRendering(scope: DependencyContainer, parts: ServiceParts): void {
  const { config, log, now, version } = parts;
  provide(scope, STORE, () => parts.store);
  provide(scope, CACHE, () =>
    createCache({
      dir: join(config.data_dir, 'cache'),
      ...sharedCache(parts),
      maxMemoryBytes: config.cache_memory_bytes,
      maxDiskBytes: config.cache_disk_bytes,
      now,
      onWarning: (message) => log.warn(message),
    }),
  );
  provide(scope, LIMITER, () =>
    createLimiter({
      concurrency: concurrencyOf(config, availableParallelism()),
      recordings: recordingsOf(config, availableParallelism()),
      maxWaiting: config.max_waiting,
      slots: scope.resolve(STORE).slots,
    }),
  );
  provide(scope, METRICS, () => createMetrics(version, metricSources(scope, parts)));
  provide(scope, FIGURES, () =>
    createFigures({
      sources: {
        ...metricSources(scope, parts),
        browserStates: () => scope.resolve(SOURCE).states,
        databaseBytes: () => scope.resolve(STORE).capacity.databaseBytes(),
      },
      journal: scope.resolve(STORE).journal,
      dataDir: config.data_dir,
      process: () => processName(scope),
    }),
  );
  provide(scope, TRACING, () => createTracing(version, now));
  provide(scope, READINESS, () =>
    config.role.includes('worker')
      ? createReadiness({
          canary: async (signal) => {
            if (isBusy(scope.resolve(SOURCE).remotes, config.pages_per_browser)) return;
            await renderCanary(scope.resolve(RENDERER), signal);
          },
          needs: async () => parts.store.fileBytes.check?.(),
          lacks: () => lackingBrowsers(scope.resolve(SOURCE).remotes),
          now,
        })
      : createReadiness({
          canary: async () => void (await scope.resolve(STORE).requests.nextDueAt()),
          needs: async () => parts.store.fileBytes.check?.(),
          lacks: () =>
            scope.resolve(HAND_OVER)?.slots === 0 ? 'No worker renders now.' : undefined,
          goodForMs: STORE_GOOD_FOR_MS,
          now,
        }),
  );
  provide(scope, JOBS, () => {
    const { observer } = scope.resolve(METRICS);
    const figures = scope.resolve(FIGURES);
    const readiness = scope.resolve(READINESS);
    const handoffClient = scope.resolve(HAND_OVER);
    const place = handoffClient
      ? { handoffClient }
      : { renderer: scope.resolve(RENDERER), limiter: scope.resolve(LIMITER) };
    return createJobs({
      ...place,
      store: scope.resolve(STORE),
      plans: config.plans ?? defaultPlans,
      kinds: scope.resolve(RENDERER).kinds,
      cache: scope.resolve(CACHE),
      sharing: createSharing(),
      briefTraces: config.failure_traces,
      upstreams: config.upstreams ?? {},
      observer: {
        executed(execution) {
          observer.executed(execution);
          scope.resolve(TRACING).observer.executed(execution);
          figures.observer.executed(execution);
          const { outcome, cache } = execution;
          if (outcome === 'succeeded' && cache !== 'HIT') readiness.proved();
        },
      },
      deliveryFor,
      batchDeliveryFor,
      loadSitemap: (url, signal, accountId) =>
        loadSitemap(scope.resolve(EGRESS), url, signal, accountId),
      validateWebhookTarget: createTargetCheck(scope.resolve(EGRESS)),
      wake: {
        worker: () => scope.resolve(WORKER).wake(),
        deliverer: () => scope.resolve(DELIVERER).wake(),
      },
      rules: { allowHttpWebhook: config.webhook_allow_http, maxTimeoutS: config.max_timeout },
      now,
    });
  });
}

/**
 * Returns whether a remote browser may provide a page. Those that back off are retried
 * automatically.
 */
function browserWatch(
  scope: DependencyContainer,
  { browsers }: Pick<ServiceConfig, 'browsers'>,
): { mayRender?(): boolean } {
  if (browsers.length === 0) return {};
  return {
    mayRender: () => {
      const { remotes = [] } = scope.resolve(SOURCE);
      return remotes.some(({ state }) => state !== 'failing');
    },
  };
}

/**
 * A test page would wait for renders of others: they show that these browsers give pages. One that
 * hangs is left within seconds.
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

/**
 * A lookup of a cached result delays its render, so it does not wait long for storage that is away.
 */
function sharedCache({ config, environment }: ServiceParts): Pick<CacheOptions, 'objects'> {
  const s3 = s3OptionsOf('cache_files', config.cache_files, config, environment.variables);
  return s3 ? { objects: createBucket({ ...s3, attempts: 2, attemptMs: 2_000 }) } : {};
}

/** Name that distinguishes processes that share a store: the machine or container, and the port. */
function processName(scope: DependencyContainer): string {
  const [port] = scope.resolve(OWN_PORTS);
  return `${hostname().slice(0, 80)}:${port ?? process.pid}`;
}

function metricSources(
  scope: DependencyContainer,
  { config }: ServiceParts,
): Parameters<typeof createMetrics>[1] {
  const store = scope.resolve(STORE);
  const cache = scope.resolve(CACHE);
  return {
    limiter: () => (scope.resolve(HAND_OVER) ?? scope.resolve(LIMITER)).depth,
    browsers: () => scope.resolve(SOURCE).browsers,
    ...(config.browsers.length > 0 && { remotes: () => scope.resolve(SOURCE).remotes ?? [] }),
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

/**
 * An api without browsers hands its direct requests to workers, through the store that they share.
 */
function registerHandoffs(scope: DependencyContainer, parts: ServiceParts): void {
  const { config, log, now, store } = parts;
  const { role, max_waiting: maxWaiting } = config;
  const plans = config.plans ?? defaultPlans;
  const onWarning = (message: string, cause?: unknown) => log.warn({ err: cause }, message);
  const { handoffs, fileBytes } = store;
  provide(scope, HAND_OVER, () => {
    if (!role.includes('api') || role.includes('worker') || !handoffs) return undefined;
    const { kinds } = scope.resolve(RENDERER);
    return createHandoffClient({ handoffs, fileBytes, plans, kinds, maxWaiting, onWarning });
  });
  provide(scope, HANDOFF_WORKER, () => {
    if (!role.includes('worker') || !handoffs) return undefined;
    const renderer = scope.resolve(RENDERER);
    return createHandoffWorker({
      handoffs,
      fileBytes,
      renderer,
      kinds: renderer.kinds,
      limiter: scope.resolve(LIMITER),
      plans,
      upstreams: config.upstreams ?? {},
      briefTraces: config.failure_traces,
      rules: rulesOf(config),
      ...browserWatch(scope, config),
      onSuccess: () => scope.resolve(READINESS).proved(),
      now,
      onWarning,
    });
  });
}

function registerBackground(scope: DependencyContainer, parts: ServiceParts): void {
  const { config, log, now } = parts;
  const onWarning = (message: string, cause?: unknown) => log.warn({ err: cause }, message);
  provide(scope, WORKER, () => {
    const { execute, settle, endBatches } = scope.resolve(JOBS);
    return createWorker({
      store: scope.resolve(STORE),
      plans: config.plans ?? defaultPlans,
      execute,
      settle,
      endBatches,
      ...browserWatch(scope, config),
      concurrency: concurrencyOf(config, availableParallelism()),
      now,
      rules: { ...rulesOf(config), kinds: scope.resolve(RENDERER).kinds },
      onEnd: logEnds(log),
      onWarning,
    });
  });
  provide(scope, DELIVERER, () =>
    createDeliverer({
      store: scope.resolve(STORE),
      egress: scope.resolve(EGRESS),
      now,
      allowHttp: config.webhook_allow_http,
      headerPrefix: config.header_prefix,
      onWarning,
      onAttempt({ delivery }, attempt) {
        log.info(
          {
            delivery: delivery.id,
            requestId: delivery.requestId,
            account: delivery.accountId,
            receiver: pageOrigin(delivery),
            ...attempt,
          },
          'a webhook',
        );
      },
    }),
  );
  provide(scope, SCHEDULER, () =>
    createScheduler({
      store: scope.resolve(STORE),
      submitRun: scope.resolve(JOBS).submitRun,
      now,
      allowHttpWebhook: config.webhook_allow_http,
      maxTimeoutS: config.max_timeout,
      kinds: scope.resolve(RENDERER).kinds,
      onRun: logRuns(log),
      onWarning,
    }),
  );
}

function registerServer(scope: DependencyContainer, parts: ServiceParts): void {
  const { config, log, now, tls, version } = parts;
  provide(scope, SERVER, () => {
    const store = scope.resolve(STORE);
    const metrics = scope.resolve(METRICS);
    const turns = createServiceTurns();
    const { kinds } = scope.resolve(RENDERER);
    const description = {
      version,
      kinds,
      headerPrefix: config.header_prefix,
      ...(config.base_url === undefined ? {} : { baseUrl: config.base_url }),
    };
    return createServer({
      store,
      kinds,
      plans: config.plans ?? defaultPlans,
      jobs: scope.resolve(JOBS),
      tasks: createTaskService({
        store,
        now,
        validateWebhookTarget: createTargetCheck(scope.resolve(EGRESS)),
        maxTimeoutS: config.max_timeout,
        ...rulesOf(config),
        kinds,
      }),
      wakeScheduler: () => scope.resolve(SCHEDULER).wake(),
      compare: createCompareStored(store, turns),
      answerAgent: createAnswerAgent({
        store,
        turns,
        jobs: scope.resolve(JOBS),
        version,
        onWarning: (message, cause) => log.debug({ err: cause }, message),
      }),
      console: {
        files: consoleFiles,
        ...(config.operator_password && { operatorPassword: config.operator_password }),
      },
      operator: {
        settings: parts.settings,
        figures: () => scope.resolve(FIGURES).current(),
        doctor: createDoctor(config, parts.environment, {
          execPath: process.execPath,
          execArgv: process.execArgv,
          script: process.argv[1] ?? '',
        }),
      },
      hasApi: config.role.includes('api'),
      log,
      parts: [
        logAnswers(log),
        metrics.part,
        scope.resolve(TRACING).part,
        healthRoutes(scope.resolve(READINESS)),
        metricsRoute(metrics.registry, config.metrics_token),
        ...(config.role.includes('api')
          ? [openApiRoute(description), referencePage(description)]
          : []),
      ],
      trustProxy: config.trust_proxy.length === 0 ? false : config.trust_proxy.join(','),
      corsOrigins: config.cors_origins,
      headerPrefix: config.header_prefix,
      limits: limitsOf(config),
      drainTimeoutMs: config.drain_timeout_s * 1000,
      now,
      ...(config.base_url === undefined ? {} : { baseUrl: config.base_url }),
      ...(tls === undefined ? {} : { tls }),
    });
  });
}

function limitsOf(config: ServiceConfig): Partial<RequestLimits> {
  return {
    bodyBytes: config.max_body_bytes,
    keylessBodyBytes: config.max_keyless_body_bytes,
    ...(config.max_bodies_bytes === undefined ? {} : { bodiesBytes: config.max_bodies_bytes }),
    connections: config.max_connections,
    connectionsPerAddress: config.max_connections_per_address,
    wrongKeysPerMinute: config.max_wrong_keys,
    receiveTimeoutMs: config.receive_timeout_s * 1000,
    headersTimeoutMs: config.keyless_receive_timeout_s * 1000,
    keylessReceiveTimeoutMs: config.keyless_receive_timeout_s * 1000,
  };
}

/** Requests queued under a larger `max_timeout` keep it: the limit is checked on submission. */
function rulesOf(config: ServiceConfig) {
  return {
    allowHttpWebhook: config.webhook_allow_http,
    locations: servedLocations(config.upstreams),
  };
}

function clockWatch(scope: DependencyContainer, { log, now }: ServiceParts): ClockWatch {
  return createClockWatch({
    store: scope.resolve(STORE),
    now,
    onStep(stepMs) {
      log.warn({ stepMs }, 'the clock of the machine was set, or the machine was asleep');
      scope.resolve(SCHEDULER).clockWasSet();
      scope.resolve(WORKER).wake();
      scope.resolve(DELIVERER).wake();
    },
    onWarning: (message, cause) => log.warn({ err: cause }, message),
  });
}

function minutes(scope: DependencyContainer, { log }: ServiceParts): Housekeeping {
  return createHousekeeping({
    chores: { 'Writing down how the last minute was': () => scope.resolve(FIGURES).keep() },
    everyMs: MINUTE_MS,
    onWarning: (message, cause) => log.warn({ err: cause }, message),
  });
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
