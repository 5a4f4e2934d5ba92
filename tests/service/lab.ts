import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCache, createSharing, type Cache } from '@tintype/cache';
import { createEgress } from '@tintype/egress';
import {
  createJobs,
  createLimiter,
  createWorker,
  type Execution,
  type Jobs,
  type JobsParts,
  type Limiter,
  type LimiterOptions,
  type Upstreams,
} from '@tintype/jobs';
import { createCompareStored, createServiceLimiters } from '@tintype/mcp/service';
import { createTaskService } from '@tintype/scheduler';
import { createServer, type Server, type ServerOptions } from '@tintype/server';
import { defaultPlans, type NewAccount, type SqliteStoreOptions, type Store } from '@tintype/store';
import type { RenderRequest } from '@tintype/contract';
import { createFixtureServer, quickFolder, type FixtureServer } from '@tintype/testkit';
import root from 'tap';
import type * as ThreadsModule from '../../packages/store/src/fixtures/reuse-threads.ts';
import type * as StoreModule from '../../packages/store/src/sqlite/thread/open-sqlite-store.ts';
import {
  batchDeliveryFor,
  createTargetCheck,
  createDeliverer,
  deliveryFor,
} from '@tintype/webhooks';
import { createRenderer, type Renderer, type RendererOptions } from 'tintype';

export interface ServiceWishes {
  server?: Partial<ServerOptions>;
  jobs?: Partial<JobsParts>;
  limiter?: Partial<LimiterOptions>;
  /** Options, or one that is there already. */
  renderer?: RendererOptions | Renderer;
  store?: Partial<SqliteStoreOptions>;
  upstreams?: Upstreams;
  /** Works off the queue, and sends webhooks. Default false. */
  background?: boolean;
  /** The clock of the store and the server. */
  now?: () => number;
}

/** A service of real parts on a free port, and a web server that it may reach. */
export interface Service {
  readonly pages: FixtureServer;
  readonly store: Store;
  readonly renderer: Renderer;
  readonly limiter: Limiter;
  readonly cache: Cache;
  readonly server: Server;
  readonly jobs: Jobs;
  /** For example `http://127.0.0.1:40000`. */
  readonly address: string;
  /** Renders requested, oldest first. */
  readonly asked: readonly RenderRequest[];
  /** Ends of renders, oldest first. */
  readonly executions: readonly Execution[];
  /** Number of notifications of the scheduler. */
  readonly woken: { scheduler: number };
  /** Creates an account, by default of the scale plan. */
  account(wishes?: Partial<NewAccount>): Promise<Caller>;
}

/** One account's way to ask. */
export interface Caller {
  id: string;
  accessKey: string;
  secretKey: string;
  get(path: string, init?: RequestInit): Promise<Response>;
  /** GET with these as query string. */
  ask(path: string, parameters: Record<string, unknown>): Promise<Response>;
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
  /** Renders that were counted. */
  used(): Promise<number>;
}

interface Teardown {
  teardown(close: () => Promise<void>): void;
}

// No part of what the package exports.
const source = (file: string) =>
  String(new URL(`../../packages/store/src/${file}`, import.meta.url));
const { openInThreads } = (await import(
  source('sqlite/thread/open-sqlite-store.ts')
)) as typeof StoreModule;
const { reuseThreads } = (await import(
  source('fixtures/reuse-threads.ts')
)) as typeof ThreadsModule;

/** Shared by services of one process, if they need nothing else. */
const shared: { renderer?: Renderer } = {};
const threads = reuseThreads();
root.teardown(() => threads.end());

function startShared(): Renderer {
  if (shared.renderer === undefined) {
    shared.renderer = start({});
    root.teardown(() => shared.renderer?.stop());
  }
  return shared.renderer;
}

function start(wished: RendererOptions | Renderer): Renderer {
  if ('render' in wished) return wished;
  // Proxies of tests receive names that cannot be resolved.
  const egress = { allow: ['127.0.0.1', '127.0.0.2'], proxyNames: true };
  return createRenderer({ egress, concurrency: 2, spares: 0, ...wished });
}

/** Starts everything for one test file. */
export async function createService(t: Teardown, wishes: ServiceWishes = {}): Promise<Service> {
  const now = wishes.now ?? Date.now;
  const dataDir = await mkdtemp(join(quickFolder(), 'tintype-service-'));
  const pages = await createFixtureServer();
  const { renderer: wished } = wishes;
  const renderer = wished === undefined ? startShared() : start(wished);
  const store = await openInThreads(threads.start, { dataDir, now, ...wishes.store });
  const cache = createCache({ dir: join(dataDir, 'cache'), now });
  const limiter = createLimiter({ concurrency: 2, maxWaiting: 100, ...wishes.limiter });
  const executions: Execution[] = [];
  const woken = { scheduler: 0 };
  const upstreams = wishes.upstreams ?? {};
  const plans = wishes.server?.plans ?? defaultPlans;
  const asked: RenderRequest[] = [];
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const deliverer = createDeliverer({ store, egress, now, allowHttp: true });
  const jobs = createJobs({
    store,
    plans,
    renderer,
    limiter,
    cache,
    sharing: createSharing(),
    upstreams,
    observer: { executed: (execution) => executions.push(execution) },
    use: [
      (request, context, next) => {
        asked.push(request);
        return next(request, context);
      },
    ],
    deliveryFor,
    batchDeliveryFor,
    validateWebhookTarget: createTargetCheck(egress),
    wake: { worker: () => worker.wake(), deliverer: deliverer.wake },
    rules: { allowHttpWebhook: true },
    now,
    ...wishes.jobs,
  });
  const { execute, settle, endBatches } = jobs;
  const worker = createWorker({
    store,
    plans,
    execute,
    settle,
    endBatches,
    concurrency: 2,
    now,
  });
  const server = createServer({
    compare: createCompareStored(store, createServiceLimiters()),
    store,
    plans,
    jobs,
    tasks: createTaskService({ store, now }),
    wakeScheduler: () => void (woken.scheduler += 1),
    now,
    ...wishes.server,
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  if (wishes.background === true) {
    worker.start();
    deliverer.start();
  }
  t.teardown(async () => {
    await server.close();
    await worker.stop();
    await deliverer.stop();
    await egress.close();
    if (renderer !== shared.renderer) await renderer.stop();
    await cache.stop();
    await store.close();
    await pages.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    pages,
    store,
    renderer,
    limiter,
    cache,
    server,
    jobs,
    address,
    asked,
    executions,
    woken,
    account: (more) => createCaller(store, address, more),
  };
}

let accounts = 0;

async function createCaller(
  store: Store,
  address: string,
  wishes: Partial<NewAccount> = {},
): Promise<Caller> {
  accounts += 1;
  const { account, keys } = await store.accounts.create({
    name: `account ${accounts}`,
    plan: 'scale',
    ratePerMinute: 1_000_000,
    ...wishes,
  });
  const get: Caller['get'] = (path, init = {}) =>
    fetch(`${address}${path}`, {
      ...init,
      headers: { 'X-Access-Key': keys.accessKey, ...init.headers },
    });
  return {
    id: account.id,
    ...keys,
    get,
    ask: (path, parameters) => get(`${path}?${queryOf(parameters)}`),
    post: (path, body, init = {}) =>
      get(path, {
        method: 'POST',
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    used: async () => (await store.usage.used(account.id)).used,
  };
}

/** A query string: lists as repeated names. */
export function queryOf(parameters: Record<string, unknown>): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
  );
  return new URLSearchParams(entries).toString();
}
