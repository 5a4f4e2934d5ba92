import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFixtureServer, inDepth, readPixels, testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { jsonLines, program, runCli } from '../cli/run-cli.ts';
import { askForSitemaps } from './ask-for-sitemaps.ts';
import { cleanEnvironment, makeDataDir, runService, type ServiceProcess } from './run-service.ts';

const pages = await createFixtureServer(t);
const hello = pages.page('/hello', '<!doctype html><title>hello</title><h1>hello</h1>');
const allow = ['--egress-allow', '127.0.0.1'];
const small = 'viewport_width=200&viewport_height=100';

const shot = ({ address, accessKey }: ServiceProcess, url: string, more = '') =>
  fetch(`${address}/v1/screenshot?url=${encodeURIComponent(url)}&${small}${more}`, {
    headers: { 'x-access-key': accessKey },
  });

/** Sends a request over a connection that stays open. */
function askOver(agent: Agent, url: string) {
  return new Promise<object>((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      const { statusCode: status, headers } = response;
      response.resume().once('end', () => {
        resolve({ isReused: request.reusedSocket, status, connection: headers.connection });
      });
    }).once('error', reject);
  });
}

const canDropRights = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;
const skip = !canDropRights && 'needs root and setpriv';

t.test('the first start makes an account that works, and a second signal ends it', async (t) => {
  const service = await runService(t, { args: allow });
  t.match(service.accessKey, /^[A-Za-z0-9_-]{24}$/);
  t.ok(service.secretKey.length >= 32);
  const file = join(service.dataDir, 'new-keys.env');
  t.match(service.stderr, `has new keys, in ${file}\n`);
  t.equal(statSync(file).mode & 0o777, 0o600);

  const [, curl = ''] = /^Try it: +curl (.*)$/m.exec(service.stderr) ?? [];
  t.ok(curl.includes('-H "X-Access-Key: $TINTYPE_ACCESS_KEY"'));
  t.ok(curl.includes(`"${service.address}/v1/screenshot?url=`));
  const answer = await shot(service, hello, '&format=png');
  t.equal(answer.status, 200);
  const image = await readPixels(Buffer.from(await answer.arrayBuffer()));
  t.match(image, { format: 'png', width: 200, height: 100 });

  t.equal((await fetch(`${service.address}/reference`)).status, 200);
  t.match(await (await fetch(`${service.address}/ready`)).json(), { status: 'ready' });
  const denied = 'http://u:p4ss@10.0.0.1:8080/s3cret?t0ken=1';
  const accepted = await shot(service, denied, '&async=true');
  t.equal(accepted.status, 202);
  await until(() => service.stdout.includes('screenshot failed'));
  const log = jsonLines(service.stdout);
  t.match(
    log.find(({ code }) => code === 'target_denied'),
    {
      requestId: accepted.headers.get('x-tintype-request-id'),
      page: 'http://10.0.0.1:8080',
      msg: 'screenshot failed: target_denied',
      attempts: 1,
    },
    'what failed later has a line of its own',
  );
  t.notMatch(service.stdout, /p4ss|s3cret|t0ken/);
  t.ok(log.some(({ msg, address }) => msg === 'started' && address === service.address));
  const line = log.find(({ route }) => route === '/v1/screenshot');
  t.match(line, { status: 200, operation: 'screenshot', method: 'GET', level: 'info' });
  t.equal(line.page, new URL(hello).origin);
  t.equal(line.requestId, answer.headers.get('x-tintype-request-id'));

  const running = shot(service, pages.hang('/hang'), '&timeout=25').catch(() => undefined);
  await until(() => pages.requests('/hang').length > 0);
  service.child.kill('SIGINT');
  await until(() => service.stdout.includes('stopping: waiting for running requests'));
  service.child.kill('SIGINT');
  t.equal(await service.ended, 130, 'a second signal ends at once');
  await running;
  for (const key of [service.accessKey, service.secretKey])
    t.notOk((service.stderr + service.stdout).includes(key), 'nothing that is kept has a key');

  // Whatever keeps an account keeps this one: tests/serve/restoring.test.ts starts again on its
  // folder.
  if (!inDepth(t, 'the second start')) return;
  const again = await runService(t, { dataDir: service.dataDir, args: allow });
  t.equal(again.accessKey, '', 'no keys are made again');
  t.match(again.stderr, /X-Access-Key: \$TINTYPE_ACCESS_KEY/);
  const { status } = await shot({ ...again, accessKey: service.accessKey }, hello);
  t.equal(status, 200, 'the key of the first start is still good');
});

t.test('one service', async (t) => {
  const args = [...allow, '--egress-allow', 'localhost', '--webhook-allow-http'];
  const service = await runService(t, { args });
  await t.test('figures of what happened', async (t) => {
    const url = pages.page('/figures', '<!doctype html><title>figures</title>');
    for (const cache of ['MISS', 'HIT']) {
      const answer = await shot(service, url, '&cache=1');
      t.equal(answer.headers.get('x-tintype-cache'), cache);
    }
    const hurry = new AbortController();
    const query = `url=${encodeURIComponent(pages.hang('/left'))}`;
    const left = fetch(`${service.address}/v1/scrape?${query}`, {
      headers: { 'x-access-key': service.accessKey },
      signal: hurry.signal,
    }).catch(() => undefined);
    await until(() => pages.requests('/left').length > 0);
    hurry.abort();
    await left;
    await until(() => service.stdout.includes('the client went away'));
    const figures = await until(async () => {
      const text = await (await fetch(`${service.address}/metrics`)).text();
      return text.includes('outcome="cancelled"') && text;
    });
    for (const line of [
      'tintype_browsers 1',
      'tintype_cache_hits_total 1',
      'tintype_cache_misses_total 1',
      'tintype_renders_running 0',
      'tintype_renders_total{operation="screenshot",mode="direct",outcome="succeeded"} 2',
      'tintype_renders_total{operation="scrape",mode="direct",outcome="cancelled"} 1',
      'tintype_render_stage_seconds_count{operation="screenshot",stage="capture"} 1',
    ]) {
      t.ok(figures.split('\n').includes(line), line);
    }
  });

  await t.test('accepted requests and callbacks, from the settings to the receiver', async (t) => {
    const received = Promise.withResolvers<string>();
    const hook = pages.route('/hook', (request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => received.resolve(body));
      response.end();
    });
    const answer = await shot(
      service,
      hello,
      `&async=true&webhook_url=${encodeURIComponent(hook)}`,
    );
    t.equal(answer.status, 202);
    const { id } = (await answer.json()) as { id: string };
    const callback = JSON.parse(await received.promise);
    t.equal(callback.id, id);
    t.equal((await fetch(callback.file)).headers.get('content-type'), 'image/jpeg');
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    t.match(metrics, /^tintype_renders_total\{.*mode="queued".*outcome="succeeded"\} 1$/m);
    await until(() => service.stdout.includes(id) && /"msg":"a webhook"/.test(service.stdout));
  });

  await t.test('the pages of a sitemap become a batch', (t) => askForSitemaps(t, service, pages));

  await t.test('no page reaches the service itself, whatever is allowed', async (t) => {
    const { port } = new URL(service.address);
    for (const host of ['127.0.0.1', 'localhost']) {
      const answer = await shot(service, `http://${host}:${port}/health`);
      t.equal(answer.status, 403, host);
      t.match(await answer.json(), { code: 'target_denied' });
    }
    t.equal((await shot(service, hello)).status, 200, 'others on this machine are allowed');
  });

  // The last of it: it ends.
  await t.test('SIGTERM: what runs is finished, nothing new is taken, exit code 0', async (t) => {
    const slow = pages.page('/slow', '<!doctype html><title>slow</title><img src="/late.png">');
    let send: (() => void) | undefined;
    pages.route('/late.png', (_request, response) => void (send = () => response.end()));
    const running = shot(service, slow, '&wait_until=load');
    await until(() => send !== undefined);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await askOver(agent, `${service.address}/ready`);
    service.child.kill('SIGTERM');
    await until(() => service.stdout.includes('stopping: waiting for running requests'));
    await delay(200);
    const idle = await askOver(agent, `${service.address}/ready`);
    t.match(idle, { isReused: true, status: 503, connection: 'close' }, 'an idle connection');
    agent.destroy();
    const ready = await fetch(`${service.address}/ready`);
    t.equal(ready.status, 503);
    t.match(await ready.json(), { status: 'draining' });
    const refused = await shot(service, hello);
    t.equal(refused.status, 503);
    t.match(await refused.json(), { code: 'shutting_down' });
    t.ok(Number(refused.headers.get('retry-after')) > 0);
    send?.();
    const answer = await running;
    t.equal(answer.status, 200);
    t.ok((await answer.arrayBuffer()).byteLength > 500);
    t.equal(await service.ended, 0);
    t.match(service.stdout, /"msg":"ended"/);
  });
});

testInDepth(t, 'behind a proxy: whose word counts, and what addresses begin with', async (t) => {
  const args = [...allow, '--trust-proxy', 'loopback', '--base-url', 'https://shots.example/api/'];
  const service = await runService(t, { args });
  const answer = await fetch(`${service.address}/v1/pdf?html=x&async=1`, {
    headers: { 'x-access-key': service.accessKey, 'x-forwarded-for': '203.0.113.7' },
  });
  const { id, status_url: statusUrl } = (await answer.json()) as Record<string, string>;
  t.equal(statusUrl, `https://shots.example/api/v1/requests/${id}`);
  const { servers } = (await (await fetch(`${service.address}/openapi.json`)).json()) as {
    servers: object[];
  };
  t.same(servers, [{ url: 'https://shots.example/api' }]);
  t.match(service.stdout, /"route":"\/v1\/pdf","ip":"203\.0\.113\.7"/);
  const metrics = await fetch(`${service.address}/metrics`, {
    headers: { 'x-forwarded-for': '127.0.0.1' },
  });
  t.equal(metrics.status, 404, 'not through a proxy');
});

t.test('a bug ends no render of others', async (t) => {
  const faults = `process.on('SIGUSR2', () => {
    if (globalThis.rejected) setTimeout(() => { throw new Error('thrown late') }, 1);
    else globalThis.rejected = Promise.reject(new Error('awaited by nobody'));
  })`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(faults)}`;
  const service = await runService(t, { args: allow, env: { NODE_OPTIONS } });
  service.child.kill('SIGUSR2');
  await until(() => service.stdout.includes('awaited by nobody'));
  t.equal((await shot(service, hello)).status, 200, 'a lost rejection is only logged');

  const calm = pages.page('/calm', '<!doctype html><title>calm</title>');
  const running = shot(service, calm, '&delay=1');
  await until(() => pages.requests('/calm').length > 0);
  service.child.kill('SIGUSR2');
  t.equal((await running).status, 200, 'after an exception, what runs is finished');
  t.equal(await service.ended, 1);
  t.match(service.stdout, /"level":"fatal".*thrown late/);
});

t.test('without a sandbox it starts only with permission', { skip }, async (t) => {
  // Root that may not become another user cannot shut the browser in.
  const withoutRights = (args: string[]) =>
    spawnSync(
      'setpriv',
      [
        '--bounding-set=-setuid,-setgid',
        process.execPath,
        program,
        'serve',
        '--port',
        '0',
        ...args,
      ],
      { env: cleanEnvironment(), encoding: 'utf8', timeout: 60_000 },
    );
  const refused = withoutRights(['--data-dir', makeDataDir(t)]);
  t.equal(refused.status, 1);
  t.match(refused.stderr, /Chromium has no sandbox here.*TINTYPE_NO_SANDBOX=1/);
  t.equal(refused.stderr.trim().split('\n').length, 1);
  if (!inDepth(t, 'with the setting it starts')) return;
  const service = await runService(t, { env: { TINTYPE_NO_SANDBOX: '1' }, args: allow });
  t.equal((await shot(service, hello)).status, 200);
});

testInDepth(t, 'a port that is in use is one clear line', async (t) => {
  const port = new URL(pages.url('/')).port;
  const args = ['serve', '--port', port, '--data-dir', makeDataDir(t)];
  const { code, stderr } = await runCli(args);
  t.equal(code, 1);
  const says = `tintype: 127.0.0.1:${port} is in use by another program. Choose another --port, or stop that program.\n`;
  t.equal(stderr, says);
});

testInDepth(t, 'the account of the configuration', async (t) => {
  const env = {
    TINTYPE_ACCESS_KEY: 'key-of-the-container-1',
    TINTYPE_SECRET_KEY: 'secret-of-the-container-1',
    TINTYPE_PLAN: 'free',
  };
  const service = await runService(t, { env, args: allow });
  t.equal(service.accessKey, '', 'what the operator chose is not printed');
  t.notMatch(service.stderr + service.stdout, /of-the-container/);
  const usage = (accessKey: string, at = service) =>
    fetch(`${at.address}/v1/usage`, { headers: { 'x-access-key': accessKey } });
  t.match(await (await usage(env.TINTYPE_ACCESS_KEY)).json(), { hits: { quota: 1000, used: 0 } });
  t.equal(await service.stop(), 0);

  const { dataDir } = service;
  const next = { ...env, TINTYPE_ACCESS_KEY: 'key-of-the-container-2', TINTYPE_PLAN: 'pro' };
  const again = await runService(t, { env: next, dataDir, args: allow });
  t.match(await (await usage(next.TINTYPE_ACCESS_KEY, again)).json(), { hits: { quota: 50_000 } });
  t.equal((await usage(env.TINTYPE_ACCESS_KEY, again)).status, 401, 'the old key is invalid');
});
