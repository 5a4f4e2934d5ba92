import { createSqliteStore, defaultPlans } from '@tintype/store';
import t from 'tap';
import { createScheduler } from './create-scheduler.ts';
import { createTaskService } from './create-task-service.ts';

t.test('a task of every minute is fired by a real clock', async (t) => {
  const store = createSqliteStore({ dataDir: t.testdir({}), now: Date.now });
  const fired = Promise.withResolvers<void>();
  const scheduler = createScheduler({
    store,
    plans: defaultPlans,
    now: Date.now,
    wakeWorker: fired.resolve,
    wakeDeliverer: () => {},
    deliveryFor: () => undefined,
  });
  t.teardown(async () => {
    await scheduler.stop();
    await store.close();
  });
  scheduler.start();
  const { account } = await store.accounts.create({ name: 'acme', plan: 'scale' });
  const { id, created } = await createTaskService({ store, now: Date.now }).create(
    account.id,
    { name: 'Now', api: 'scrape', query: 'url=https://example.com', frequency: 'every_minute' },
    'https://t.example',
  );
  // The scheduler's own timer does not keep Node alive, so something of the test has to.
  const alive = setInterval(() => {}, 1_000);
  await fired.promise;
  clearInterval(alive);
  const runs = await store.requests.list(account.id, { taskId: id, limit: 10 });
  const slot = (Math.floor(created / 60) + 1) * 60_000;
  t.match(runs, [{ status: 'queued', scheduledFor: slot }]);
  t.ok((runs[0]?.createdAt ?? 0) >= slot, 'not before the minute');
  t.match(await store.tasks.get(account.id, id), { runs: 1, nextRunAt: slot + 60_000 });
});
