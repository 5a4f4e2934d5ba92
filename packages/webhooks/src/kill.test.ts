import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createEgress } from '@tintype/egress';
import { createSqliteStore } from '@tintype/store';
import { makeFolder } from '@tintype/testkit/make-folder';
import { until } from '@tintype/testkit/until';
import t from 'tap';
import { createDeliverer } from './create-deliverer.ts';
import { deliveryFor } from './delivery-for.ts';
import { startReceiver } from './fixtures/receiver.ts';

const program = join(import.meta.dirname, 'fixtures', 'deliver-forever.ts');
const count = 12;

t.test(
  'kill -9 in the middle of deliveries: all arrive, repeated ones under the same id',
  async (t) => {
    const dataDir = makeFolder(t);
    const receiver = await startReceiver(t);
    let isHolding = true;
    // Every other one is answered, so that the process is killed with some done and some under way.
    receiver.answer((response) => {
      if (!isHolding || receiver.received.length % 2 === 0) response.writeHead(200).end();
    });

    const before = createSqliteStore({ dataDir, now: Date.now });
    const { account } = await before.accounts.create({ name: 'acme', plan: 'scale' });
    for (let at = 0; at < count; at += 1) {
      const request = {
        id: `0199aaaa-0000-7000-8000-${String(at).padStart(12, '0')}`,
        accountId: account.id,
        kind: 'pdf' as const,
        parameters: {},
        baseUrl: 'https://t.example',
        webhook: { url: receiver.url, signed: true },
      };
      const error = { statusCode: 422, error: 'x', message: 'x', code: 'timeout' as const };
      const delivery = deliveryFor(request, { error, createdAt: Date.now() });
      await before.requests.recordFinished(request, { error }, delivery);
    }
    await before.close();

    const child = spawn(process.execPath, ['--conditions=@tintype/source', program, dataDir], {
      stdio: 'inherit',
    });
    t.teardown(() => child.kill('SIGKILL'));
    await receiver.until(4);
    child.kill('SIGKILL');
    await once(child, 'exit');
    isHolding = false;

    const store = createSqliteStore({ dataDir, now: Date.now });
    const deliverer = createDeliverer({
      store,
      egress: createEgress({ allow: ['127.0.0.1'] }),
      now: Date.now,
      allowHttp: true,
    });
    t.teardown(async () => {
      await deliverer.stop();
      await store.close();
    });
    deliverer.start();
    await until(async () => (await store.outbox.counts()).delivered >= count);

    const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    const outbox = await store.outbox.list({ limit: 100 });
    t.same([...new Set(ids)].toSorted(), outbox.map(({ id }) => id).toSorted());
    t.ok(ids.length > count, 'what was under way is sent again');
    for (const { id, body } of outbox) {
      const bodies = receiver.received.filter(({ headers }) => headers['webhook-id'] === id);
      t.ok(
        bodies.every((webhook) => webhook.body === body),
        'the same bytes each time',
      );
    }
  },
);
