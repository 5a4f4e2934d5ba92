import type { Socket } from 'node:net';
import { dial, type DialOptions } from './dial.ts';
import type { Admission } from './gate.ts';

/**
 * As {@link dial}. Where none of the addresses can be reached and name servers had not said all when they were taken (a network with
 * IPv6 alone, whose answers about IPv4 are quicker), the others are waited for, checked and tried within the same time.
 */
export async function dialAnswers(admission: Admission, options: DialOptions): Promise<Socket> {
  const startedAt = performance.now();
  try {
    return await dial(admission, options);
  } catch (error) {
    const leftMs = options.timeoutMs - (performance.now() - startedAt);
    if (!admission.late || leftMs <= 0 || options.signal?.aborted) throw error;
    const addresses = await withinTime(admission.late(), leftMs, options.signal);
    const timeoutMs = options.timeoutMs - (performance.now() - startedAt);
    if (addresses.length === 0 || timeoutMs <= 0) throw error;
    return dial(
      { host: admission.host, port: admission.port, addresses },
      { ...options, timeoutMs },
    );
  }
}

/** No addresses once the time is over. */
async function withinTime(
  coming: Promise<readonly string[]>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const end = () => resolve([]);
  const timer = setTimeout(end, ms);
  signal?.addEventListener('abort', end);
  coming.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
