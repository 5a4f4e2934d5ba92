// In depth: packages/jobs/src/handoff/create-handoff-worker.test.ts shows the same of a worker alone, and tests/postgres/roles.test.ts what is handed over.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { testInDepth } from '@tintype/testkit';
import t from 'tap';
import { makeDataDir, runService } from '../serve/run-service.ts';
import { startRemoteBrowser } from '../start-remote-browser.ts';
import { newDatabase, postgresFor } from './database.ts';
import { makeAccount } from './make-account.ts';

testInDepth(t, 'what is handed over waits while the browsers of the worker are away', async (t) => {
  const server = await postgresFor(t);
  if (server === undefined) return;
  const place = await newDatabase(server);
  const dataDir = makeDataDir(t);
  const key = await makeAccount(place, dataDir, { name: 'acme' });
  const browser = await startRemoteBrowser(t);
  const env = { TINTYPE_BROWSERS: browser.http, TINTYPE_REMOTE_BROWSERS_FOR_ACCOUNTS: 'yes' };
  const args = ['--store', place, '--role'];
  const api = await runService(t, { args: [...args, 'api'], dataDir });
  await runService(t, { args: [...args, 'worker'], dataDir, env });
  const ready = async () =>
    (await (await fetch(`${api.address}/ready`)).json()) as { status: string; message?: string };
  const render = () =>
    fetch(`${api.address}/v1/screenshot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-key': key },
      body: JSON.stringify({ html: '<h1>Sea', viewport_width: 200, viewport_height: 100 }),
    });
  t.equal((await render()).status, 200);

  browser.kill();
  if (browser.child.signalCode === null) await once(browser.child, 'exit');
  let isAnswered = false;
  const answer = render().finally(() => (isAnswered = true));
  while ((await ready()).message !== 'No worker renders now.') await delay(50);
  t.equal(isAnswered, false, 'it waits');
  await startRemoteBrowser(t, { port: Number(new URL(browser.http).port) });
  const { status, headers } = await answer;
  t.equal(status, 200);
  t.equal(headers.get('content-type'), 'image/jpeg');
});
