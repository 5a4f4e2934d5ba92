import { createService, type Service } from '../service/lab.ts';

/** A service that also does what is to be done later, and calls back. */
export function createBackgroundService(t: Parameters<typeof createService>[0]): Promise<Service> {
  return createService(t, { background: true });
}
