import type { ComposedService } from './compose-service.ts';
import { renderCanary } from './canary.ts';
import { firstAccount, type NewKeys } from './first-account.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** A service that takes requests. */
export interface RunningService {
  /** Where it listens. */
  address: string;
  /** What has to be shown now, or never. */
  newKeys: NewKeys | undefined;
  /** Takes nothing new, lets what runs finish, and stops everything, last started first. */
  stop(): Promise<void>;
}

/**
 * Starts a service. What was started is stopped again when something after it fails.
 *
 * @throws Error when renders do not work here, or the port cannot be had
 */
export async function runService(
  service: ComposedService,
  config: ServiceConfig,
  warn: (message: string) => void,
): Promise<RunningService> {
  const { store, cache, renderer, server, ownPorts, readiness } = service;
  const stop = () => stopService(service, config);
  try {
    await cache.start();
    await renderCanary(renderer, AbortSignal.timeout(CANARY_TIMEOUT_MS));
    readiness.proved();
    const { host, port } = config;
    const address = await server.listen({ host, port }).catch((error: unknown) => {
      throw listenError(error, config);
    });
    for (const place of server.fastify.addresses()) {
      if (typeof place === 'object') ownPorts.add(place.port);
    }
    const newKeys = await firstAccount(store, config, warn);
    const { clockWatch, deliverer, worker, scheduler } = service;
    for (const part of [clockWatch, deliverer, worker, scheduler]) part.start();
    // What other processes bring; those of one machine with SQLite look by themselves.
    const wakes = {
      requests: worker,
      deliveries: deliverer,
      tasks: scheduler,
      slots: { wake: () => service.limiter.look() },
    };
    store.onChange?.((what) => wakes[what].wake());
    service.housekeeping.start();
    service.minutes.start();
    return { address, newKeys, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A machine under load takes its time to start a browser. */
const CANARY_TIMEOUT_MS = 30_000;

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
    scheduler.stop(),
    housekeeping.stop(),
    service.minutes.stop(),
  );
  // What just ended may have left a webhook, which the next start would send otherwise.
  await end(service.clockWatch.stop());
  await end(deliverer.stop());
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
