import { createEgress } from '@tintype/egress';
import { createWorker } from '@tintype/jobs';
import { defaultPlans } from '@tintype/store';
import { createDeliverer, deliveryFor } from '@tintype/webhooks';
import { createService, type Service } from '../service/lab.ts';

/** A service that also does what is to be done later, and calls back. */
export async function createBackgroundService(
  t: Parameters<typeof createService>[0],
): Promise<Service> {
  const wakes: { worker?: () => void; deliverer?: () => void } = {};
  const service = await createService(t, {
    server: {
      deliveryFor,
      allowHttpWebhook: true,
      wake: {
        worker: () => wakes.worker?.(),
        deliverer: () => wakes.deliverer?.(),
        scheduler: () => {},
      },
    },
  });
  const { store, perform } = service;
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const deliverer = createDeliverer({ store, egress, allowHttp: true, now: Date.now });
  const worker = createWorker({
    store,
    perform,
    deliveryFor,
    plans: defaultPlans,
    wakeDeliverer: deliverer.wake,
    concurrency: 1,
    now: Date.now,
    rules: { allowHttpWebhook: true },
  });
  Object.assign(wakes, { worker: worker.wake, deliverer: deliverer.wake });
  worker.start();
  deliverer.start();
  t.teardown(async () => {
    await worker.stop();
    await deliverer.stop();
    await egress.close();
  });
  return service;
}
