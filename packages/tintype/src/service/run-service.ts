import type { ModuleSteps, ServiceState } from './modules/service-module.ts';

/** A service that takes requests. */
export interface RunningService extends ServiceState {
  /** Accepts nothing new, waits for running requests, and stops everything in reverse order. */
  stop(): Promise<void>;
}

/**
 * Starts the modules of a service. If one fails, those before it are stopped.
 * @throws Error if renders do not work on this machine, or the port cannot be opened
 */
export async function runService(modules: readonly ModuleSteps[]): Promise<RunningService> {
  const state: Partial<ServiceState> = {};
  try {
    for (const { start } of modules) Object.assign(state, await start?.());
    for (const { run } of modules) run?.();
  } catch (error) {
    // The reason of the failure is reported, not errors of stopping.
    await stopService(modules).catch(() => {});
    throw error;
  }
  return { ...(state as ServiceState), stop: () => stopService(modules) };
}

/** Stops what was started and what was not. An error of one part does not stop the others. */
async function stopService(modules: readonly ModuleSteps[]): Promise<void> {
  const problems: unknown[] = [];
  const end = async (...work: Promise<unknown>[]) => {
    for (const outcome of await Promise.allSettled(work)) {
      if (outcome.status === 'rejected') problems.push(outcome.reason);
    }
  };
  const reversed = modules.toReversed();
  await end(...reversed.flatMap(({ drain }) => drain?.() ?? []));
  for (const { stop = [] } of reversed) for (const stopPart of stop) await end(stopPart());
  if (problems.length > 0) throw problems[0];
}
