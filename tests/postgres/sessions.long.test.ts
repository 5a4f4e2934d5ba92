// Shown for less elsewhere: tests/sessions/sessions.test.ts shows the same in one process, and tests/postgres/store-conformance.test.ts the tables.
import { createFixtureServer, until } from '@tintype/testkit';
import t from 'tap';
import { makeDataDir, runService, type ServiceProcess } from '../serve/run-service.ts';
import { addSessionSite, login } from '../service/session-site.ts';
import { newDatabase, postgresFor } from './database.ts';
import { makeAccount } from './make-account.ts';

const server = await postgresFor(t);

if (server !== undefined) {
  t.test('workers of other processes log in, and use and keep sessions', async (t) => {
    const pages = await createFixtureServer(t);
    addSessionSite(pages);
    const place = await newDatabase(server);
    const dataDir = makeDataDir(t);
    const key = await makeAccount(place, dataDir, { name: 'acme', ratePerMinute: 10_000 });
    const services: ServiceProcess[] = [];
    for (const role of ['api', 'worker,scheduler,webhooks', 'worker']) {
      const args = ['--store', place, '--egress-allow', '127.0.0.1', '--role', role];
      services.push(await runService(t, { args, dataDir }));
    }
    const ask = (path: string, body?: object) =>
      fetch(`${services[0]?.address}${path}`, {
        headers: { 'x-access-key': key, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
    const made = await ask('/v1/sessions', { name: 'shop', login: login(pages) });
    t.match([made.status, await made.json()], [201, { cookies: 1, login: true }]);
    const scrape = (path: string) =>
      ask('/v1/scrape', { url: pages.url(path), session: 'shop', format: 'md' });
    t.match(await (await scrape('/account')).text(), /Hello Ada/);
    const names = async () => {
      const answer = await ask('/v1/sessions/shop/storage-state');
      const { cookies } = (await answer.json()) as { cookies: { name: string }[] };
      return cookies.map(({ name }) => name).toSorted();
    };
    const direct = Array.from({ length: 12 }, (_, at) => `direct${at}`);
    await Promise.all(direct.map((name) => scrape(`/add?name=${name}`)));
    t.same(await names(), ['sid', ...direct].toSorted(), 'two workers overwrite nothing');

    const queued = Array.from({ length: 12 }, (_, at) => `queued${at}`);
    const urls = queued.map((name) => pages.url(`/add?name=${name}`));
    const batch = await ask('/v1/batches', { kind: 'scrape', session: 'shop', urls });
    const { id } = (await batch.json()) as { id: string };
    await until(() => pages.requests('/add').length > direct.length + 2);
    services[2]?.child.kill('SIGKILL');
    const done = await until(async () => {
      const state = (await (await ask(`/v1/batches/${id}`)).json()) as { status: string };
      return state.status === 'finished' && state;
    }, 60_000);
    t.match(done, { succeeded: 12 });
    t.same(await names(), ['sid', ...direct, ...queued].toSorted(), 'nor does one that is killed');
  });
}
