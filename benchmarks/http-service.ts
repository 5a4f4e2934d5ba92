/**
 * The service of benchmarks/http.ts: the same engine over HTTP and, by message, as a library.
 */
import { createCache } from '@tintype/cache';
import { createJobs, createLimiter } from '@tintype/jobs';
import { createTaskService } from '@tintype/scheduler';
import { createServer } from '@tintype/server';
import { openSqliteStore, defaultPlans } from '@tintype/store';
import { join } from 'node:path';
import { createRenderer } from 'tintype';

/** Sent to the benchmark when the service listens. */
export interface BenchServiceReady {
  address: string;
  accessKey: string;
  /** Of an account with no requests left. */
  poorKey: string;
}

const [, , dataDir = ''] = process.argv;
const now = Date.now;
const renderer = createRenderer({ egress: { allow: ['127.0.0.0/8'] }, concurrency: 2 });
const store = await openSqliteStore({ dataDir, now });
const cache = createCache({ dir: join(dataDir, 'cache'), now });
const limiter = createLimiter({ concurrency: 2, maxWaiting: 0 });
const jobs = createJobs({
  store,
  plans: defaultPlans,
  renderer,
  limiter,
  cache,
  deliveryFor: () => undefined,
  wake: { worker() {}, deliverer() {} },
  now,
});
const server = createServer({
  store,
  plans: defaultPlans,
  jobs,
  tasks: createTaskService({ store, now }),
  wakeScheduler() {},
  now,
});
const plenty = 1_000_000;
const rich = await store.accounts.create({
  name: 'rich',
  plan: 'scale',
  ratePerMinute: plenty,
  quotaPerMonth: plenty,
});
const poor = await store.accounts.create({ name: 'poor', plan: 'free', ratePerMinute: 1 });
const address = await server.listen({ host: '127.0.0.1', port: 0 });

let letGo = () => {};

/** One message, one answer. */
async function answer(message: {
  url?: string;
  render?: string;
  hold?: boolean;
  cpu?: true;
}): Promise<object> {
  if (message.cpu === true) return process.cpuUsage();
  if (message.render !== undefined) {
    const beginMs = performance.now();
    await renderer.render({ kind: 'screenshot', url: message.render });
    return { ms: performance.now() - beginMs };
  }
  if (message.hold === true) {
    const held = new Promise<void>((resolve) => (letGo = resolve));
    void limiter.run(() => held);
    void limiter.run(() => held);
    return {};
  }
  if (message.hold === false) {
    letGo();
    return {};
  }
  await renderer.render({ kind: 'screenshot', url: message.url ?? '' });
  return { address, accessKey: rich.keys.accessKey, poorKey: poor.keys.accessKey };
}

process.on('message', (message: object) => {
  void answer(message).then((reply) => process.send?.(reply));
});
process.on('SIGTERM', () => {
  void (async () => {
    process.disconnect?.();
    await server.close();
    await renderer.stop();
    await cache.stop();
    await store.close();
  })();
});
