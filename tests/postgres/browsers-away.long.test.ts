// Shown for less elsewhere: packages/jobs/src/handoff/create-handoff-worker.test.ts shows the same of a worker alone, and tests/postgres/roles.test.ts what is handed over.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { until } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { makeDataDir, runService } from '../serve/run-service.ts';
import { startRemoteBrowser } from '../start-remote-browser.ts';
import { newDatabase, postgresFor } from './database.ts';
import { makeAccount } from './make-account.ts';

/**
 * An api and a worker, whose only browser is on another machine; and what asks them. Undefined:
 * there is no Postgres here.
 */
async function startApart(t: Test) {
  const server = await postgresFor(t);
  if (server === undefined) return undefined;
  const place = await newDatabase(server);
  const dataDir = makeDataDir(t);
  const key = await makeAccount(place, dataDir, { name: 'acme' });
  const browser = await startRemoteBrowser(t);
  const env = { TINTYPE_BROWSERS: browser.http, TINTYPE_REMOTE_BROWSERS_FOR_ACCOUNTS: 'yes' };
  const args = ['--store', place, '--role'];
  const api = await runService(t, { args: [...args, 'api'], dataDir });
  await runService(t, { args: [...args, 'worker'], dataDir, env });
  const render = () =>
    fetch(`${api.address}/v1/screenshot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-key': key },
      body: JSON.stringify({ html: '<h1>Sea', viewport_width: 200, viewport_height: 100 }),
    });
  t.equal((await render()).status, 200);
  return {
    render,
    ready: async () =>
      (await (await fetch(`${api.address}/ready`)).json()) as { status: string; message?: string },
    port: Number(new URL(browser.http).port),
    async endBrowser() {
      browser.kill();
      if (browser.child.signalCode === null) await once(browser.child, 'exit');
    },
  };
}

t.test('what is handed over waits while the browsers of the worker are away', async (t) => {
  const apart = await startApart(t);
  if (apart === undefined) return;
  const { render, ready, port } = apart;
  await apart.endBrowser();
  let isAnswered = false;
  const answer = render().finally(() => (isAnswered = true));
  await until(async () => (await ready()).message === 'No worker renders now.');
  t.equal(isAnswered, false, 'it waits');
  await startRemoteBrowser(t, { port });
  const { status, headers } = await answer;
  t.equal(status, 200);
  t.equal(headers.get('content-type'), 'image/jpeg');
});

t.test('reports to all waiting renders that no browser responds', async (t) => {
  const apart = await startApart(t);
  if (apart === undefined) return;
  await apart.endBrowser();
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  silent.listen(apart.port, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(apart.render));
  for (const answer of answers) {
    t.equal(answer.status, 503);
    t.match(await answer.json(), { code: 'browser_unavailable' });
  }
});
