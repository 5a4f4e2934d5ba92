import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createEgress } from '@tintype/egress';
import { createSqliteStore, type NewDelivery } from '@tintype/store';
import { createDeliverer, deliveryFor, webhookHeaders } from '@tintype/webhooks';
import { freePort, unlessInstalled, until } from '@tintype/testkit';
import t from 'tap';

const docs = join(import.meta.dirname, '..', '..', 'docs', 'webhooks.md');

async function program(language: string): Promise<string> {
  const markdown = await readFile(docs, 'utf8');
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(markdown)?.[1] ?? '';
}

function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

for (const [language, command, file] of [
  ['js', process.execPath, 'receiver.mjs'],
  ['python', 'python3', 'receiver.py'],
] as const) {
  const skip = command === 'python3' && unlessInstalled(command);
  t.test(`the receiver of docs/webhooks.md in ${language}`, { skip }, async (t) => {
    const dir = t.testdir({ [file]: await program(language), data: {} });
    const store = createSqliteStore({ dataDir: join(dir, 'data'), now: Date.now });
    const { account, keys } = await store.accounts.create({ name: 'acme', plan: 'scale' });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hook`;
    const env = { ...process.env, TINTYPE_SECRET_KEY: keys.secretKey, PORT: String(port) };
    const child = spawn(command, [join(dir, file)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const egress = createEgress({ allow: ['127.0.0.1'] });
    const deliverer = createDeliverer({ store, egress, now: Date.now, allowHttp: true });
    t.teardown(async () => {
      child.kill();
      await deliverer.stop();
      await store.close();
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    await until(() => listens(port));

    const request = {
      id: '0199aaaa-0000-7000-8000-000000000001',
      accountId: account.id,
      kind: 'pdf' as const,
      parameters: {},
      baseUrl: 'https://shots.example',
      webhook: { url, signed: true },
    };
    const name = 'ab'.repeat(32);
    const kept = { name, extension: 'pdf', mediaType: 'application/pdf', bytes: 3, sha256: name };
    const fileOf = { ...kept, expiresAt: Date.now() + 60_000 };
    const delivery = deliveryFor(request, { file: fileOf, createdAt: Date.now() }) as NewDelivery;
    await store.requests.recordFinished(request, { file: fileOf }, delivery);
    const failed = { ...request, id: '0199aaaa-0000-7000-8000-000000000002' };
    const error = { statusCode: 504, error: 'x', message: 'Zu spät', code: 'timeout' as const };
    const bad = deliveryFor(failed, { error, createdAt: Date.now() });
    await store.requests.recordFinished(failed, { error }, bad);
    deliverer.start();
    await until(async () => (await store.outbox.counts()).delivered >= 2);
    await until(() => said.trim().split('\n').length >= 2);
    t.match(said, `${request.id} https://shots.example/v1/files/${name}.pdf\n`);
    t.match(said, `${failed.id} Zu spät\n`);

    const send = async (body: string, now: number, key?: string, id = 'msg_1') => {
      const headers = webhookHeaders({ ...delivery, id }, now, key === undefined ? [] : [key]);
      delete headers['content-length'];
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    const now = Date.now();
    t.equal(await send(delivery.body, now, keys.secretKey), 204, 'as it was signed');
    t.equal(await send(`${delivery.body} `, now, keys.secretKey), 400, 'another body');
    t.equal(await send(delivery.body, now, 'another key'), 400, 'another key');
    t.equal(await send(delivery.body, now), 400, 'no signature');
    t.equal(await send(delivery.body, now - 400_000, keys.secretKey), 400, 'an old one');
  });
}
