import type { ComposedService } from './compose-service.ts';
import { proveRenders } from './canary.ts';
import { firstAccount, type NewKeys } from './first-account.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** A service that takes requests. */
export interface RunningService {
  /** URL that it listens on. */
  address: string;
  /** Keys that must be shown now, or never. */
  newKeys: NewKeys | undefined;
  /** File of the keys, written before `/ready` succeeds. */
  keysFile: string | undefined;
  /**
   * Accepts nothing new, lets running requests finish, and stops everything, last started first.
   */
  stop(): Promise<void>;
}

/** Notifications of a start. */
export interface StartReports {
  warn(message: string): void;
  /** Writes new keys to a file. Returns its path; undefined if they must be shown. */
  keepKeys(newKeys: NewKeys): Promise<string | undefined>;
}

/**
 * Starts a service. What was started is stopped again when something after it fails.
 *
 * @throws Error when renders do not work here, or the port cannot be had
 */
export async function runService(
  service: ComposedService,
  config: ServiceConfig,
  { warn, keepKeys }: StartReports,
): Promise<RunningService> {
  const { store, cache, renderer, server, ownPorts, readiness, roles } = service;
  const stop = () => stopService(service, config);
  try {
    await cache.start();
    if (roles.has('worker')) {
      // All are connected to, so that the first lines of the log tell of those that cannot be.
      if (config.browsers.length > 0) renderer.start().catch(() => {});
      await proveRenders(renderer, {
        isRemote: config.browsers.length > 0,
        timeoutS: CANARY_TIMEOUT_S,
        boundMs: CANARY_TIMEOUT_MS,
      });
      readiness.proved();
    }
    // A caller that waits until the service is ready finds the keys. They are created when the port
    // is open: keys of a failed start would be lost.
    const started = readiness.starting();
    const { host, port } = config;
    const address = await server.listen({ host, port }).catch((error: unknown) => {
      throw listenError(error, config);
    });
    for (const place of server.fastify.addresses()) {
      if (typeof place === 'object') ownPorts.add(place.port);
    }
    const newKeys = roles.has('api') ? await firstAccount(store, config, warn) : undefined;
    const keysFile = newKeys && (await keepKeys(newKeys));
    startParts(service);
    started();
    return { address, newKeys, keysFile, stop };
  } catch (error) {
    // The reason of the failure is reported, not errors of stopping.
    await stop().catch(() => {});
    throw error;
  }
}

/** Each process does what its roles say, and is woken for that. */
function startParts(service: ComposedService): void {
  const { store, roles, worker, handoffWorker, handoffClient, scheduler, deliverer } = service;
  service.clockWatch.start();
  handoffClient?.start();
  const parts = {
    requests: roles.has('worker') ? worker : undefined,
    handoffs: handoffWorker,
    deliveries: roles.has('webhooks') ? deliverer : undefined,
    tasks: roles.has('scheduler') ? scheduler : undefined,
  };
  for (const part of Object.values(parts)) part?.start();
  // What other processes bring; those of one machine with SQLite look by themselves.
  const slots = { wake: () => service.limiter.look() };
  const wakes = { ...parts, answers: handoffClient, slots };
  store.onChange?.((what) => wakes[what]?.wake());
  if (roles.has('scheduler')) service.housekeeping.start();
  if (roles.has('api') || roles.has('worker')) service.minutes.start();
}

/**
 * A machine under load, where several processes start, takes its time to start a browser, and to
 * render.
 */
const CANARY_TIMEOUT_S = 30;
const CANARY_TIMEOUT_MS = 60_000;

/** Stops what was started and what was not. Each part is stopped whatever became of the others. */
async function stopService(
  service: ComposedService,
  { drain_timeout_s: drainS }: ServiceConfig,
): Promise<void> {
  const { store, cache, renderer, server, worker, deliverer, scheduler, housekeeping } = service;
  service.readiness.drain();
  const problems: unknown[] = [];
  const end = async (...work: Promise<unknown>[]) => {
    for (const { status, ...outcome } of await Promise.allSettled(work)) {
      if (status === 'rejected') problems.push((outcome as { reason: unknown }).reason);
    }
  };
  const graceMs = drainS * 1000;
  await end(
    server.close(),
    worker.stop({ graceMs }),
    ...(service.handoffWorker ? [service.handoffWorker.stop({ graceMs })] : []),
    scheduler.stop(),
    housekeeping.stop(),
    service.minutes.stop(),
  );
  // What just ended may have left a webhook, which the next start would send otherwise.
  await end(service.clockWatch.stop());
  await end(deliverer.stop());
  if (service.handoffClient) await end(service.handoffClient.stop());
  await end(renderer.stop());
  await end(cache.stop());
  await end(store.close());
  if (problems.length > 0) throw problems[0];
}

function listenError(error: unknown, { host, port }: ServiceConfig): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const words = code === undefined ? undefined : LISTEN_ERRORS[code];
  if (words === undefined) return error;
  return new Error(`${host}:${port} ${words}`, { cause: error });
}

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use: something listens there already. Choose another --port, or end it.',
  EACCES: 'may not be used by this user: ports below 1024 often need more rights.',
  EADDRNOTAVAIL: 'is no address of this machine: choose another --host.',
  ENOTFOUND: 'is no address that can be found: choose another --host.',
};
