import { setTimeout as delay } from 'node:timers/promises';
import { createFixtureServer, until } from '@tintype/testkit';
import { openStore } from '@tintype/store';
import t from 'tap';
import { makeDataDir, runService } from '../serve/run-service.ts';
import { newDatabase, postgresFor } from './database.ts';

const server = await postgresFor(t);

const CONCURRENCY = 2;
const RATE = 3;

if (server !== undefined) {
  t.test('two services keep the limits that an account has in one', async (t) => {
    const pages = await createFixtureServer(t);
    let open = 0;
    let max = 0;
    const page = pages.route('/page', async (_request, response) => {
      max = Math.max(max, (open += 1));
      await delay(400);
      open -= 1;
      response.setHeader('content-type', 'text/html').end('<title>a page</title>');
    });
    const place = await newDatabase(server);
    const dataDir = makeDataDir(t);
    const store = await openStore({ place, dataDir });
    const { keys } = await store.accounts.create({ name: 'acme', plan: 'scale' });
    const other = await store.accounts.create({
      name: 'other',
      plan: 'scale',
      ratePerMinute: RATE,
    });
    await store.close();
    const plans = JSON.stringify({ scale: { concurrency: CONCURRENCY } });
    const args = ['--store', place, '--egress-allow', '127.0.0.1', '--plans', plans];
    // On one core, the default is the limit of the account itself.
    args.push('--concurrency', '4');
    const services = [
      await runService(t, { args, dataDir }),
      await runService(t, { args, dataDir }),
    ];
    const post = async (at: number, more: object, key = keys.accessKey) => {
      const answer = await fetch(`${services[at % services.length]?.address}/v1/screenshot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-access-key': key },
        body: JSON.stringify({
          url: `${page}?${at}`,
          cache: false,
          viewport_width: 100,
          viewport_height: 100,
          ...more,
        }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const queued = await Promise.all([post(0, { async: true }), post(1, { async: true })]);
    t.same(queued, [202, 202]);
    const direct = await Promise.all(Array.from({ length: 4 }, (_, at) => post(at + 2, {})));
    t.same(
      direct,
      Array.from({ length: 4 }, () => 200),
      'each waits for its slot',
    );
    await until(() => pages.requests('/page').length >= 6 && open === 0);
    t.equal(max, CONCURRENCY, 'as many as one service would render');
    // In one minute, as rates are of a minute of the clock.
    await delay(new Date().getSeconds() > 50 ? 11_000 : 0);
    const rated = await Promise.all(
      Array.from({ length: 8 }, (_, at) => post(at, { nonsense: true }, other.keys.accessKey)),
    );
    t.equal(rated.filter((status) => status !== 429).length, RATE, `one rate: ${rated.join(' ')}`);
    for (const service of services) t.equal(await service.stop(), 0);
  });
}
