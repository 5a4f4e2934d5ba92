import { availableParallelism } from 'node:os';
import { createSharing } from '@tintype/cache';
import { pageOrigin } from '@tintype/contract';
import {
  createHandoffClient,
  createHandoffWorker,
  createJobs,
  createWorker,
  type Observer,
} from '@tintype/jobs';
import {
  createAssessor,
  createScheduler,
  type CheckReport,
  type MonitorNotice,
  type RunReport,
} from '@tintype/scheduler';
import { logEnds } from '@tintype/server';
import { createClockWatch, type NewDelivery } from '@tintype/store';
import {
  batchDeliveryFor,
  createDeliverer,
  createTargetCheck,
  deliveryFor,
  createSendMail,
  monitorDeliveryFor,
  notificationsFor,
} from '@tintype/webhooks';
import { loadSitemap } from '../../load-sitemap.ts';
import { createHousekeeping } from '../create-housekeeping.ts';
import { createMailImage } from '../create-mail-image.ts';
import { concurrencyOf } from '../engine-options.ts';
import type { ServiceConfig } from '../settings/settings.ts';
import {
  ASSESSOR,
  CACHE,
  DELIVERER,
  FIGURES,
  HANDOFF_CLIENT,
  HANDOFF_WORKER,
  JOBS,
  LIMITER,
  METRICS,
  plansOf,
  READINESS,
  RENDERER,
  rulesOf,
  submissionRulesOf,
  SCHEDULER,
  SOURCE,
  TRACING,
  warningsOf,
  WORKER,
  type Scope,
  type ServiceModule,
  type ServiceParts,
} from './service-module.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUSEKEEPING_MS = 10 * 60_000;

/** Jobs, and background work: queue, handoffs, webhooks, schedule, clock, removal of old data. */
export const jobsModule: ServiceModule = {
  register(scope, parts) {
    scope.provide(JOBS, () => makeJobs(scope, parts));
    registerHandoffs(scope, parts);
    registerBackground(scope, parts);
  },
  steps(scope, parts) {
    const { config, store } = parts;
    const has = (role: (typeof config.role)[number]) => config.role.includes(role);
    const graceMs = config.drain_timeout_s * 1000;
    const [worker, deliverer] = [scope.get(WORKER), scope.get(DELIVERER)];
    const [scheduler, limiter] = [scope.get(SCHEDULER), scope.get(LIMITER)];
    const assessor = scope.get(ASSESSOR);
    const handoffClient = scope.get(HANDOFF_CLIENT);
    const handoffWorker = scope.get(HANDOFF_WORKER);
    const clockWatch = watchClock(scope, parts);
    const housekeeping = keepHouse(parts);
    return {
      run() {
        clockWatch.start();
        handoffClient?.start();
        const loops = {
          requests: has('worker') ? worker : undefined,
          handoffs: handoffWorker,
          deliveries: has('webhooks') ? deliverer : undefined,
          tasks: has('scheduler') ? scheduler : undefined,
          monitors: has('scheduler') ? assessor : undefined,
        };
        for (const loop of Object.values(loops)) loop?.start();
        // Postgres reports changes by other processes; with SQLite each loop polls.
        const slots = { wake: () => limiter.look() };
        const wakes = { ...loops, answers: handoffClient, slots };
        store.onChange?.((what) => wakes[what]?.wake());
        if (has('scheduler')) housekeeping.start();
      },
      drain: () => [
        worker.stop({ graceMs }),
        ...(handoffWorker ? [handoffWorker.stop({ graceMs })] : []),
        scheduler.stop(),
        assessor.stop(),
        housekeeping.stop(),
      ],
      stop: [
        () => clockWatch.stop(),
        // After the drain: jobs that finished in it may have left webhooks, which would otherwise
        // wait for the next start.
        () => deliverer.stop(),
        async () => handoffClient?.stop(),
      ],
    };
  },
};

function makeJobs(scope: Scope, { config, store, started, now }: ServiceParts) {
  const handoffClient = scope.get(HANDOFF_CLIENT);
  const { egress } = started;
  return createJobs({
    ...(handoffClient
      ? { handoffClient }
      : { renderer: scope.get(RENDERER), limiter: scope.get(LIMITER) }),
    store,
    plans: plansOf(config),
    kinds: scope.get(RENDERER).kinds,
    cache: scope.get(CACHE),
    sharing: createSharing(),
    briefTraces: config.failure_traces,
    upstreams: config.upstreams ?? {},
    observer: observers(scope),
    deliveryFor,
    batchDeliveryFor,
    loadSitemap: (url, signal, accountId) => loadSitemap(egress, url, signal, accountId),
    validateWebhookTarget: createTargetCheck(egress),
    wake: {
      worker: () => scope.get(WORKER).wake(),
      deliverer: () => scope.get(DELIVERER).wake(),
    },
    rules: submissionRulesOf(config),
    sessionTtlMs: config.session_ttl * DAY_MS,
    now,
  });
}

function observers(scope: Scope): Observer {
  const readiness = scope.get(READINESS);
  const all = [scope.get(METRICS), scope.get(TRACING), scope.get(FIGURES)];
  return {
    executed(execution) {
      for (const { observer } of all) observer.executed(execution);
      const { outcome, cache } = execution;
      if (outcome === 'succeeded' && cache !== 'HIT') readiness.proved();
    },
  };
}

/** A process with the role `api` and no browsers hands its direct requests over to workers. */
function registerHandoffs(scope: Scope, parts: ServiceParts): void {
  const { config, now, store } = parts;
  const { role, max_waiting: maxWaiting } = config;
  const plans = plansOf(config);
  const onWarning = warningsOf(parts);
  const { handoffs, fileBytes, pageSessions } = store;
  scope.provide(HANDOFF_CLIENT, () => {
    if (!role.includes('api') || role.includes('worker') || !handoffs) return undefined;
    const { kinds } = scope.get(RENDERER);
    return createHandoffClient({ handoffs, fileBytes, plans, kinds, maxWaiting, onWarning });
  });
  scope.provide(HANDOFF_WORKER, () => {
    if (!role.includes('worker') || !handoffs) return undefined;
    const renderer = scope.get(RENDERER);
    return createHandoffWorker({
      handoffs,
      fileBytes,
      pageSessions,
      renderer,
      kinds: renderer.kinds,
      limiter: scope.get(LIMITER),
      plans,
      upstreams: config.upstreams ?? {},
      briefTraces: config.failure_traces,
      rules: rulesOf(config),
      ...browserCheck(scope, parts),
      onSuccess: () => scope.get(READINESS).proved(),
      now,
      onWarning,
    });
  });
}

function registerBackground(scope: Scope, parts: ServiceParts): void {
  const { config, log, now, store } = parts;
  const onWarning = warningsOf(parts);
  scope.provide(WORKER, () => {
    const { execute, settle, endBatches } = scope.get(JOBS);
    return createWorker({
      store,
      plans: plansOf(config),
      execute,
      settle,
      endBatches,
      ...browserCheck(scope, parts),
      concurrency: concurrencyOf(config, availableParallelism()),
      now,
      rules: { ...rulesOf(config), kinds: scope.get(RENDERER).kinds },
      onEnd: logEnds(log),
      onWarning,
    });
  });
  scope.provide(DELIVERER, () =>
    createDeliverer({
      store,
      egress: parts.started.egress,
      now,
      allowHttp: config.webhook_allow_http,
      headerPrefix: config.header_prefix,
      ...mailOf(config, store),
      onWarning,
      onAttempt({ delivery }, attempt) {
        const { id, requestId, accountId: account } = delivery;
        const receiver = pageOrigin(delivery);
        log.info({ delivery: id, requestId, account, receiver, ...attempt }, 'a webhook');
      },
    }),
  );
  scope.provide(ASSESSOR, () => makeAssessor(scope, parts));
  scope.provide(SCHEDULER, () =>
    createScheduler({
      store,
      submitRun: scope.get(JOBS).submitRun,
      now,
      ...submissionRulesOf(config),
      kinds: scope.get(RENDERER).kinds,
      onRun: logRuns(log),
      onWarning,
    }),
  );
}

function mailOf(
  { smtp_url: url, mail_from, mail_domains: domains }: ServiceConfig,
  store: ServiceParts['store'],
) {
  if (url === undefined) return {};
  const from = mail_from ?? `tintype@${new URL(url).hostname}`;
  return { sendMail: createSendMail({ url, from, domains, readImage: createMailImage(store) }) };
}

function makeAssessor(scope: Scope, { config, log, store, ...parts }: ServiceParts) {
  return createAssessor({
    store,
    ...submissionRulesOf(config),
    kinds: scope.get(RENDERER).kinds,
    deliveriesFor: monitorDeliveries,
    wakeScheduler: () => scope.get(SCHEDULER).wake(),
    wakeDeliverer: () => scope.get(DELIVERER).wake(),
    onCheck(report) {
      scope.get(METRICS).checked(report.outcome);
      logCheck(log, report);
    },
    onWarning: warningsOf({ log, ...parts }),
  });
}

/** Returns the webhook of an event, and its messages to people. */
function monitorDeliveries({ event, task, requestId, webhook }: MonitorNotice): NewDelivery[] {
  const origin = { accountId: task.accountId, requestId };
  const delivery = monitorDeliveryFor(event, { ...origin, webhook });
  return [...(delivery ? [delivery] : []), ...notificationsFor(task.watch, event, origin)];
}

function logCheck(log: ServiceParts['log'], report: CheckReport): void {
  const { taskId: task, accountId: account, requestId, outcome, events, durationMs } = report;
  const line = { task, account, requestId, events, durationMs: Math.round(durationMs) };
  log.info(line, `a check of a monitor: ${outcome}`);
}

/**
 * Lets work start only if a remote browser may provide a page. Those that back off are retried
 * automatically.
 */
function browserCheck(scope: Scope, { config }: ServiceParts): { mayRender?(): boolean } {
  if (config.browsers.length === 0) return {};
  return {
    mayRender: () => {
      const { remotes = [] } = scope.get(SOURCE);
      return remotes.some(({ state }) => state !== 'failing');
    },
  };
}

/** Logs the outcome of a task's run. A queued run is logged again when it finishes. */
export function logRuns(log: ServiceParts['log']): (report: RunReport) => void {
  return ({ taskId: task, accountId: account, kind: operation, outcome, code, ...run }) => {
    const scheduledFor = new Date(run.scheduledFor).toISOString();
    const line = { task, account, operation, scheduledFor, requestId: run.requestId, code };
    const level = outcome === 'queued' ? 'debug' : outcome === 'refused' ? 'warn' : 'info';
    log[level](line, `a run of a task: ${outcome}${code === undefined ? '' : `, ${code}`}`);
  };
}

function watchClock(scope: Scope, parts: ServiceParts) {
  const { log, now, store } = parts;
  return createClockWatch({
    store,
    now,
    onStep(stepMs) {
      log.warn({ stepMs }, 'the clock of the machine was set, or the machine was asleep');
      scope.get(SCHEDULER).clockWasSet();
      scope.get(WORKER).wake();
      scope.get(DELIVERER).wake();
    },
    onWarning: warningsOf(parts),
  });
}

function keepHouse(parts: ServiceParts) {
  const { config, store } = parts;
  return createHousekeeping({
    chores: {
      'Removing old data': () =>
        store.sweep({
          requestsMs: config.keep_requests_days * DAY_MS,
          deliveriesMs: config.keep_deliveries_days * DAY_MS,
        }),
    },
    everyMs: HOUSEKEEPING_MS,
    onWarning: warningsOf(parts),
  });
}
