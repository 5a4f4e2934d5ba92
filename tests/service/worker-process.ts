// A process of its own that renders the queue of a data folder, until it is killed or stopped
// through stdin.
import { createJobs, createLimiter, createWorker } from '@tintype/jobs';
import { createSqliteStore, defaultPlans } from '@tintype/store';
import { deliveryFor } from '@tintype/webhooks';
import { createRenderer } from 'tintype';

const [dataDir = ''] = process.argv.slice(2);
const now = Date.now;
const renderer = createRenderer({ egress: { allow: ['127.0.0.1'] }, concurrency: 2, spares: 0 });
const store = createSqliteStore({ dataDir, now });
const limiter = createLimiter({ concurrency: 2, maxWaiting: 0 });
const plans = defaultPlans;
const { execute, settle } = createJobs({
  store,
  plans,
  renderer,
  limiter,
  deliveryFor,
  wake: { worker() {}, deliverer() {} },
  now,
});
const worker = createWorker({
  store,
  plans,
  now,
  execute,
  settle,
  concurrency: 2,
  pollMs: 50,
  onWarning: (message, cause) => console.error(message, cause),
});
worker.start();
console.log('ready');
for await (const _chunk of process.stdin) {
  // The parent closes it.
}
await worker.stop();
await renderer.stop();
await store.close();
