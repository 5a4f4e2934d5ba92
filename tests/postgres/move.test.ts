import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveStore, openStore, type Store } from '@tintype/store';
import { closeWith } from '@tintype/testkit';
import t from 'tap';
import { v7 as uuid } from 'uuid';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir } from '../serve/run-service.ts';
import { newDatabase, postgresFor } from './database.ts';

const server = await postgresFor(t);

if (server !== undefined) {
  t.test('from SQLite to Postgres and back, with everything', async (t) => {
    const dataDir = makeDataDir(t);
    const sqlite = `sqlite:${dataDir}`;
    const postgres = await newDatabase(server);
    const source = await openStore({ dataDir });
    const known = await fill(source);
    const before = await told(source, known);
    await t.rejects(moveStore(sqlite, postgres, dataDir), { code: 'invalid_parameter' }, 'in use');
    await source.close();

    const there = await runHere(['migrate', sqlite, postgres], {});
    t.equal(there.code, 0, there.stderr);
    t.match(there.stderr, /^\d+ meta, 2 accounts, /);
    const moved = await openStore({ place: postgres, dataDir });
    t.same(await told(moved, known), before);
    await t.rejects(moveStore(postgres, `sqlite:${makeDataDir(t)}`, dataDir), /[Ss]top it/);
    await moved.close();
    await t.rejects(moveStore(sqlite, postgres, dataDir), /There are accounts already/);

    const backDir = makeDataDir(t);
    await moveStore(postgres, `sqlite:${backDir}`, backDir);
    copyFileSync(join(dataDir, 'master.key'), join(backDir, 'master.key'));
    const back = closeWith(t, await openStore({ dataDir: backDir }));
    t.same(await told(back, known), before);
    // It goes on: what waits is claimed and ends, and the bounds count on.
    const [claim] = await back.requests.claim({ leaseMs: 60_000, limit: 9 });
    t.equal(claim && (await back.requests.succeed(claim, { counts: true })), true);
    t.match(await back.usage.used(known.accountId), { used: 2, reserved: 0 });
    t.match(await back.capacity.kept(known.accountId), { waiting: 0, webhooks: 1 });
  });

  t.test('what is no store, or cannot be reached', async (t) => {
    const asked = (...args: string[]) => runHere(['migrate', ...args], {});
    t.match(await asked('sqlite:x'), { code: 2, stderr: /Name both stores/ });
    t.match(await asked('sqlite:x', 'mysql://x'), {
      code: 2,
      stderr: /A store is sqlite:<folder>/,
    });
    const dataDir = makeDataDir(t);
    await (await openStore({ dataDir })).close();
    const gone = await asked(`sqlite:${dataDir}`, 'postgres://u:s3cret@127.0.0.1:9/x');
    t.match(gone, { code: 1, stderr: /the database does not answer/ });
    t.notMatch(gone.stderr, /s3cret/);
  });
}

interface Known {
  accountId: string;
  accessKey: string;
  requestIds: string[];
}

async function fill(store: Store): Promise<Known> {
  const { account, keys } = await store.accounts.create({ name: 'acme', plan: 'pro' });
  await store.accounts.create({ name: 'other', plan: 'free' });
  const accountId = account.id;
  const newRequest = () => ({
    id: uuid(),
    accountId,
    kind: 'screenshot' as const,
    parameters: { url: 'https://example.com/', headers: ['a: ü'] },
    baseUrl: 'https://shots.example',
    webhook: { url: 'https://receiver.example/hook', signed: true },
  });
  const [waiting, done] = [newRequest(), newRequest()];
  await store.requests.enqueue(waiting, 10);
  const reservationId = await store.usage.reserve(accountId, 10);
  const written = await store.fileBytes.write(Buffer.from('content'));
  const file = {
    ...written,
    extension: 'png',
    mediaType: 'image/png',
    expiresAt: store.now() + 1e9,
  };
  const outcome = { file, ...(reservationId === undefined ? {} : { reservationId }) };
  const { url, signed } = done.webhook;
  const delivery = { accountId, requestId: done.id, url, signed, body: '{"ü":1}' };
  await store.requests.recordFinished(done, outcome, delivery);
  // Of a process that dies with it: its place in the quota is free again.
  await store.usage.reserve(accountId, 10);
  await store.tasks.create({
    accountId,
    name: 'Täglich',
    kind: 'pdf',
    query: 'url=https%3A%2F%2Fexample.com%2F',
    frequency: 'custom',
    crontab: '*/5 * * * *',
    timezone: 'Europe/Berlin',
    enabled: true,
    nextRunAt: store.now() + 1e9,
    baseUrl: 'https://shots.example',
  });
  const login = { url: 'https://shop.example/', steps: [], secrets: { password: 'p' } };
  const session = { name: 'shop', state: { cookies: [], origins: [] }, login, lastsMs: 1e9 };
  await store.pageSessions.put(accountId, session, 1);
  await store.journal.write('audit', '{"did":"it"}', 10);
  return { accountId, accessKey: keys.accessKey, requestIds: [waiting.id, done.id] };
}

/** Output of the ports: everything that is moved, unsealed. */
async function told(store: Store, { accountId, accessKey, requestIds }: Known) {
  const journal = await store.journal.list('audit', { limit: 9 });
  // What a process held is free again once it has ended.
  const { reserved: _reserved, ...usage } = await store.usage.used(accountId);
  return {
    accounts: await store.accounts.list(),
    found: await store.accounts.findByAccessKey(accessKey),
    secret: await store.accounts.secretKey(accountId),
    requests: await Promise.all(requestIds.map((id) => store.requests.get(id))),
    deliveries: await store.outbox.list({ limit: 9 }),
    tasks: await store.tasks.list(),
    pageSessions: await store.pageSessions.list(accountId),
    pageSession: await store.pageSessions.read(accountId, 'shop'),
    journal: journal.map(({ at, text }) => ({ at, text })),
    kept: await store.capacity.kept(accountId),
    counts: [await store.requests.counts(), await store.outbox.counts()],
    usage,
  };
}
