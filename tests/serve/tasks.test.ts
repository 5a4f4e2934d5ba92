import { text } from 'node:stream/consumers';
import { createFixtureServer, inDepth, until } from '@tintype/testkit';
import { Webhook } from 'standardwebhooks';
import t from 'tap';
import { runCli } from '../cli/run-cli.ts';
import { runService } from './run-service.ts';

interface Call {
  body: string;
  headers: Record<string, string>;
}

t.test('a real clock runs a task, renders it, and sends its webhook', async (t) => {
  const pages = await createFixtureServer(t);
  const hello = pages.page('/hello', '<!doctype html><title>hello</title><h1>hello</h1>');
  const calls: Call[] = [];
  const hook = pages.route('/hook', async (request, response) => {
    calls.push({ body: await text(request), headers: request.headers as Call['headers'] });
    response.writeHead(204).end();
  });
  const told: { outputs: { name: string; file: string }[] }[] = [];
  const several = pages.route('/several', async (request, response) => {
    told.push(JSON.parse(await text(request)) as (typeof told)[number]);
    response.writeHead(204).end();
  });
  const service = await runService(t, {
    args: ['--egress-allow', '127.0.0.1'],
    env: { TINTYPE_WEBHOOK_ALLOW_HTTP: '1' },
  });
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${service.address}${path}`, {
      method,
      headers: {
        'x-access-key': service.accessKey,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const query = new URLSearchParams({ url: hello, viewport_width: '200', webhook_url: hook });
  const body = {
    name: 'Every minute',
    api: 'screenshot',
    query: String(query),
    frequency: 'every_minute',
  };
  const made = await ask('POST', '/v1/tasks', body);
  t.equal(made.status, 201);
  const task = (await made.json()) as { id: number; created: number };
  const path = `/v1/tasks/${task.id}`;
  t.equal(made.headers.get('location'), `${service.address}${path}`);
  t.strictSame(task, {
    id: task.id,
    ...body,
    crontab: '* * * * *',
    timezone: 'Etc/UTC',
    enabled: true,
    created: task.created,
    last_run: null,
    runs: 0,
  });
  const paused = await ask('POST', '/v1/tasks', { ...body, name: 'Paused', enabled: false });
  const captures = new URLSearchParams({
    url: hello,
    viewport_width: '200',
    webhook_url: several,
    outputs: '[{"kind":"screenshot","format":"png"},{"kind":"scrape","format":"md"}]',
  });
  const both = { ...body, name: 'Both', api: 'captures', query: String(captures) };
  const bothMade = (await (await ask('POST', '/v1/tasks', both)).json()) as { id: number };
  const last = await ask('POST', '/v1/tasks', { ...body, enabled: false });
  const removed = (await last.json()) as { id: number };
  t.equal((await ask('DELETE', `/v1/tasks/${removed.id}`)).status, 204);
  t.equal((await ask('GET', `/v1/tasks/${removed.id}`)).status, 404);

  // The next minute may be one away, and a render on a loaded machine takes seconds.
  await until(() => calls.length !== 0 && told.length !== 0, 90_000);
  const [{ body: call, headers } = { body: '', headers: {} }] = calls;
  const secret = `whsec_${Buffer.from(service.secretKey).toString('base64')}`;
  const result = new Webhook(secret).verify(call, headers) as Record<string, unknown>;
  t.same(Object.keys(result), ['id', 'file', 'expires', 'created']);
  const slot = (Math.floor(task.created / 60) + 1) * 60;
  t.ok(Number(result['created']) >= slot, 'not before the minute');
  const file = await fetch(String(result['file']));
  t.equal(file.headers.get('content-type'), 'image/jpeg');
  t.same([...new Uint8Array(await file.arrayBuffer()).subarray(0, 2)], [0xff, 0xd8]);

  const request = await ask('GET', `/v1/requests/${String(result['id'])}`);
  t.match(await request.json(), { status: 'succeeded', file: result['file'] });
  const after = (await (await ask('GET', path)).json()) as { runs: number; last_run: number };
  t.equal(after.runs, 1);
  t.ok(after.last_run >= slot);
  const { tasks } = (await (await ask('GET', '/v1/tasks')).json()) as { tasks: object[] };
  t.match(tasks, [
    { id: task.id, runs: 1 },
    { ...((await paused.json()) as object), runs: 0 },
    { id: bothMade.id, api: 'captures', query: String(captures), runs: 1 },
  ]);
  t.equal(told.length, 1, 'one webhook for all files');
  t.match(told[0]?.outputs, [{ name: 'screenshot.png' }, { name: 'scrape.md' }]);
  const [image, markdown] = told[0]?.outputs ?? [];
  t.equal((await fetch(image?.file ?? '')).headers.get('content-type'), 'image/png');
  t.match(await (await fetch(markdown?.file ?? '')).text(), '# hello');
  const bothRuns = await ask('GET', `/v1/tasks/${bothMade.id}/runs`);
  t.match(await bothRuns.json(), { runs: [{ api: 'captures', outputs: told[0]?.outputs }] });
  t.equal((await ask('PATCH', `/v1/tasks/${bothMade.id}`, { enabled: false })).status, 200);
  t.match(await (await ask('GET', '/v1/usage')).json(), { hits: { used: 2 } });

  const stopped = await ask('PATCH', path, { enabled: false });
  t.match(await stopped.json(), { id: task.id, enabled: false });
  const wrong = await ask('PATCH', path, { crontab: '0 0 31 2 *' });
  t.equal(wrong.status, 400);
  t.match(await wrong.json(), {
    details: [{ parameter: 'crontab', message: /never runs/ }],
  });

  if (!inDepth(t, 'seen by the command line')) return;
  const beside = ['--data-dir', service.dataDir, '--json'];
  const runs = await runCli(['tasks', 'runs', String(task.id), ...beside]);
  t.match(JSON.parse(String(runs.stdout)), [{ id: result['id'], scheduled_for: slot }]);
  const sent = await runCli(['webhooks', 'list', ...beside]);
  const delivered = { state: 'delivered', attempts: 1, lastStatus: 204 };
  t.match(JSON.parse(String(sent.stdout)), [delivered, delivered]);
  t.equal(await service.stop(), 0);
});
