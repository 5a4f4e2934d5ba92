import type { Socket } from 'node:net';
import { dial, type DialOptions } from './dial.ts';
import type { CheckedTarget } from '../policy/connection-policy.ts';

/** As {@link dial}; dials late addresses of the other family in the same time. */
export async function dialAnswers(checked: CheckedTarget, options: DialOptions): Promise<Socket> {
  const startedAt = performance.now();
  try {
    return await dial(checked, options);
  } catch (error) {
    const leftMs = options.timeoutMs - (performance.now() - startedAt);
    if (!checked.late || leftMs <= 0 || options.signal?.aborted) throw error;
    const addresses = await withinTime(checked.late(), leftMs, options.signal);
    const timeoutMs = options.timeoutMs - (performance.now() - startedAt);
    if (addresses.length === 0 || timeoutMs <= 0) throw error;
    return dial({ host: checked.host, port: checked.port, addresses }, { ...options, timeoutMs });
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
