import { createService, type Service } from '../service/lab.ts';

/**
 * A service that also does what is to be done later, and calls back. What a client has left goes on
 * for half a second, in case it asks again, and the slot of its account with it.
 */
export function createBackgroundService(t: Parameters<typeof createService>[0]): Promise<Service> {
  return createService(t, { background: true, jobs: { replayGraceMs: 500 } });
}
