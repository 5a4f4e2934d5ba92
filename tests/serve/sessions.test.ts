import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixtureServer, until } from '@tintype/testkit';
import t from 'tap';
import { addSessionSite, login, password, sid } from '../service/session-site.ts';
import { makeDataDir, runService, type ServiceProcess } from './run-service.ts';

const clientOf = ({ address }: ServiceProcess, key: string) => {
  const get = (path: string) => fetch(address + path, { headers: { 'X-Access-Key': key } });
  const post = (path: string, body: object) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'X-Access-Key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const cookies = async () => {
    const answer = await get('/v1/sessions/shop/storage-state');
    const { cookies: all } = (await answer.json()) as { cookies: { name: string }[] };
    return new Set(all.map(({ name }) => name));
  };
  return { get, post, cookies };
};

t.test('a session survives kills of the service amid renders, and stays secret', async (t) => {
  const pages = await createFixtureServer(t);
  addSessionSite(pages);
  const dataDir = makeDataDir(t);
  const start = () =>
    runService(t, {
      dataDir,
      args: ['--egress-allow', '127.0.0.1', '--log-level', 'debug'],
    });
  let service = await start();
  const key = service.accessKey;
  let output = '';
  const made = await clientOf(service, key).post('/v1/sessions', {
    name: 'shop',
    login: login(pages),
  });
  t.equal(made.status, 201);

  const answered = new Set<string>(['sid']);
  for (let round = 0; round < 3; round += 1) {
    const { post } = clientOf(service, key);
    let isKilled = false;
    let count = 0;
    const work = async () => {
      while (!isKilled) {
        const name = `c${round}-${(count += 1)}`;
        const url = pages.url(`/add?name=${name}`);
        const answer = await post('/v1/scrape', { url, session: 'shop' }).catch(() => undefined);
        if (answer?.ok === true) answered.add(name);
        if (answered.size < 5 * (round + 1) || isKilled) continue;
        isKilled = true;
        service.child.kill('SIGKILL');
      }
    };
    await Promise.all([work(), work(), work()]);
    await service.ended;
    output += service.stdout + service.stderr;
    service = await start();
    const stored = await clientOf(service, key).cookies();
    t.same(
      [...answered].filter((name) => !stored.has(name)),
      [],
      `round ${round}`,
    );
  }
  const shown = await clientOf(service, key).post('/v1/scrape', {
    url: pages.url('/account'),
    session: 'shop',
    format: 'md',
  });
  t.match(await shown.text(), /Hello Ada/);
  // A run of a task uses and keeps it, too.
  const { get, post, cookies } = clientOf(service, key);
  const query = new URLSearchParams({ url: pages.url('/add?name=task'), session: 'shop' });
  const body = { name: 'a', api: 'pdf', query: `${query}`, frequency: 'every_month' };
  const task = (await (await post('/v1/tasks', body)).json()) as { id: number };
  t.equal((await post(`/v1/tasks/${task.id}/runs`, {})).status, 202);
  await until(async () => (await cookies()).has('task'));
  t.match(await (await get(`/v1/tasks/${task.id}`)).json(), { query: `${query}` });
  await service.stop();
  output += service.stdout + service.stderr;
  t.match(output, /\/v1\/sessions|sessions/, 'it is logged');
  const files = ['tintype.db', 'tintype.db-wal'].flatMap((name) => {
    try {
      return [readFileSync(join(dataDir, name))];
    } catch {
      return [];
    }
  });
  for (const secret of [password, sid]) {
    t.notMatch(output, secret, 'not in the log');
    t.notOk(
      files.some((file) => file.includes(secret)),
      'not in the database',
    );
  }
});
