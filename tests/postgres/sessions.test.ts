import { createFixtureServer } from '@tintype/testkit';
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
    for (const role of ['api', 'worker,scheduler,webhooks']) {
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
    await Promise.all(['a', 'b', 'c'].map((name) => scrape(`/add?name=${name}`)));
    const state = (await (await ask('/v1/sessions/shop/storage-state')).json()) as {
      cookies: { name: string }[];
    };
    t.same(state.cookies.map(({ name }) => name).toSorted(), ['a', 'b', 'c', 'sid']);
  });
}
