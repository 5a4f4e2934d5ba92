import 'reflect-metadata';
import type { Cache } from '@tintype/cache';
import type { ChromeSource, RemoteSource } from '@tintype/chrome';
import type { Plugin, Renderer } from '@tintype/core';
import {
  servedLocations,
  type HandoffClient,
  type HandoffWorker,
  type Jobs,
  type Limiter,
  type Worker,
} from '@tintype/jobs';
import type { Assessor, Scheduler } from '@tintype/scheduler';
import type { createLog, Metrics, Readiness, Server, Tracing } from '@tintype/server';
import { defaultPlans, type Store } from '@tintype/store';
import type { Deliverer } from '@tintype/webhooks';
import { container, instanceCachingFactory, type InjectionToken } from 'tsyringe';
import type { Settings } from '@tintype/contract/wire';
import type { Environment } from '../../environment.ts';
import type { TlsFiles } from '../check-config.ts';
import type { Figures } from '../create-figures.ts';
import type { NewKeys } from '../first-account.ts';
import type { ServiceConfig } from '../settings/settings.ts';
import type { StartedEngine } from '../start-engine.ts';

export interface ServiceParts {
  config: ServiceConfig & { data_dir: string };
  environment: Environment;
  tls: TlsFiles | undefined;
  /** The settings in force, without secrets, for the operator. */
  settings: Settings;
  /** Open. The caller closes it if the composition fails. */
  store: Store;
  /** The caller stops it if the composition fails. */
  started: StartedEngine;
  /** Plugins that the operator configured. */
  plugins?: readonly Plugin[];
  log: ReturnType<typeof createLog>;
  version: string;
  /** Unix milliseconds. */
  now: () => number;
  /** Writes new keys to a file. Returns its path; undefined if they must be printed. */
  keepKeys(newKeys: NewKeys): Promise<string | undefined>;
}

/** State of a service that takes requests. */
export interface ServiceState {
  /** URL that it listens on. */
  address: string;
  /** Returns how many requests are being answered. */
  running(): number;
  /** Keys that must be shown now, or never. */
  newKeys: NewKeys | undefined;
  /** File of the keys, written before `/ready` succeeds. */
  keysFile: string | undefined;
}

/** A group of parts that are started and stopped together. */
export interface ServiceModule {
  /** Registers factories; nothing starts. */
  register(scope: Scope, parts: ServiceParts): void;
  /** Creates the parts, of all modules by now, and returns how they are started and stopped. */
  steps(scope: Scope, parts: ServiceParts): ModuleSteps;
}

/** Start and stop of a module's parts. Each step is optional. */
export interface ModuleSteps {
  /** Runs in the order of modules. The service stops if one rejects. */
  start?(): Promise<Partial<ServiceState> | void>;
  /** Runs once all modules have started, in their order: background work begins here. */
  run?(): void;
  /** Accepts nothing new and waits for running work. Those of all modules run concurrently. */
  drain?(): readonly Promise<unknown>[];
  /** Functions that run one after the other when all modules are drained, last module first. */
  stop?: readonly (() => Promise<unknown>)[];
}

/** A container for the parts of one service. */
export interface Scope {
  /** Registers the factory of a part. It runs once, when the part is first used. */
  provide<T>(token: InjectionToken<T>, make: () => T): void;
  get<T>(token: InjectionToken<T>): T;
}

/** Nothing is shared between two scopes. */
export function createScope(): Scope {
  const child = container.createChildContainer();
  return {
    provide: (token, make) => {
      child.register(token, { useFactory: instanceCachingFactory(make) });
    },
    get: (token) => child.resolve(token),
  };
}

const token = <T>(name: string): InjectionToken<T> => Symbol(name);

/** Remote browsers also report their states. */
export type ServiceSource = ChromeSource & Partial<Pick<RemoteSource, 'remotes'>>;

export const CACHE = token<Cache>('cache');
export const SOURCE = token<ServiceSource>('browser source');
export const RENDERER = token<Renderer>('renderer');
export const LIMITER = token<Limiter>('limiter');
export const JOBS = token<Jobs>('jobs');
/** Undefined if this process renders direct requests itself. */
export const HANDOFF_CLIENT = token<HandoffClient | undefined>('handoff client');
/** Undefined if no other process hands over requests. */
export const HANDOFF_WORKER = token<HandoffWorker | undefined>('handoff worker');
export const WORKER = token<Worker>('worker');
export const DELIVERER = token<Deliverer>('deliverer');
export const SCHEDULER = token<Scheduler>('scheduler');
export const ASSESSOR = token<Assessor>('assessor');
export const METRICS = token<Metrics>('metrics');
export const FIGURES = token<Figures>('figures');
export const TRACING = token<Tracing>('tracing');
export const READINESS = token<Readiness>('readiness');
export const SERVER = token<Server>('server');

export function plansOf({ plans }: ServiceConfig) {
  return plans ?? defaultPlans;
}

/** Requests queued under a larger `max_timeout` or `max_duration` keep it: the limit is checked on submission. */
export function rulesOf(config: ServiceConfig) {
  return {
    allowHttpWebhook: config.webhook_allow_http,
    locations: servedLocations(config.upstreams),
  };
}

/** Rules of a request that is submitted. */
export function submissionRulesOf(config: ServiceConfig) {
  const { max_timeout: maxTimeoutS, max_duration: maxDurationS } = config;
  return { ...rulesOf(config), maxTimeoutS, maxDurationS };
}

/** Logs problems that parts recover from by themselves. */
export function warningsOf({ log }: Pick<ServiceParts, 'log'>) {
  return (message: string, cause?: unknown) => log.warn({ err: cause }, message);
}
