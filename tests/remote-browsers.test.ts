import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closeWith, createFixtureServer, inDepth } from '@tintype/testkit';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { createRenderer, type Receipt } from 'tintype';
import { runHere } from './cli/run-here.ts';
import { runService } from './serve/run-service.ts';
import { lan, startRemoteBrowser, type RemoteBrowser } from './start-remote-browser.ts';

const pagesOf = async ({ http }: RemoteBrowser): Promise<number> => {
  const pages = (await (await fetch(`${http}/json/list`)).json()) as { type: string }[];
  return pages.filter(({ type }) => type === 'page').length;
};

/** One pair for all tests. The second sends UDP past the proxy. The last test ends the first. */
const [one, two] = await Promise.all([
  startRemoteBrowser(t, { keepsUdp: true }),
  startRemoteBrowser(t),
]);

const html = '<title>Sea</title><body style="background:#8ac"><h1>Sea</h1><p>and sand</p>';
const small = { viewport_width: 320, viewport_height: 240 };
/** One page at once, and none that is ready before it is asked for. */
const plain = { concurrency: 1, spares: 0 };
const shot = { kind: 'screenshot', html, format: 'png', ...small } as const;

t.test('a remote browser renders what one of its own does', async (t) => {
  const before = await pagesOf(one);
  const remote = createRenderer({ browsers: [one.ws, two.http], ...plain });
  const local = createRenderer(plain);
  t.teardown(() => Promise.all([remote.stop(), local.stop()]));
  const pixels = async (body: Uint8Array) => sharp(body).raw().toBuffer();

  const [mine, theirs] = await Promise.all([local.render(shot), remote.render(shot)]);
  t.ok((await pixels(mine.body)).equals(await pixels(theirs.body)), 'the same pixels');
  t.match(theirs.warnings, [/remote browser/]);
  t.notMatch(mine.warnings.join(), /remote/);
  t.notOk('browser' in mine.receipt);
  const { browser } = theirs.receipt;
  t.same(browser, { remote: true, unguarded: ['dns', 'memory', 'processor', 'sandbox'] });

  const read = { kind: 'scrape', html, format: 'md' } as const;
  const [text, theirText] = await Promise.all([local.render(read), remote.render(read)]);
  t.same(theirText.body, text.body);
  t.match(Buffer.from(theirText.body).toString(), /and sand/);

  const printed = await remote.render({ kind: 'pdf', html });
  t.equal(Buffer.from(printed.body).subarray(0, 5).toString(), '%PDF-');

  const filmed = await remote.render({
    kind: 'screencast',
    html,
    duration: 0.3,
    fps: 10,
    ...small,
  });
  t.ok(filmed.body.byteLength > 1000);
  t.ok(filmed.warnings.length > 1, 'it says that it was recorded live');

  await remote.stop();
  for (let attempt = 0; attempt < 100 && (await pagesOf(one)) > before; attempt += 1)
    await delay(50);
  t.equal(await pagesOf(one), before, 'its contexts are gone');
  t.equal(one.child.exitCode, null);
  t.equal(two.child.exitCode, null, 'and the browsers are not');
});

t.test('its pages use the egress proxy, and UDP that does not is reported', async (t) => {
  const server = await createFixtureServer(t);
  const renderer = closeWith(t, createRenderer({ browsers: [two.ws], ...plain }));
  const url = server.page('/', html);
  await t.rejects(renderer.render({ kind: 'screenshot', url, ...small }), {
    code: 'target_denied',
  });
  const options = { allow: [new URL(url).host] };
  const { receipt } = await renderer.render({ kind: 'screenshot', url, ...small }, options);
  // Where there is no network there is nothing to send UDP to.
  const skip = lan === undefined && 'the machine has no address but loopback';
  t.equal(receipt.browser?.unguarded[0], 'udp', { skip });
});

t.test('no browser has more pages than it may', async (t) => {
  let pages = 0;
  let max = 0;
  const full = Promise.withResolvers<void>();
  const renderer = createRenderer({
    browsers: [one.ws],
    pagesPerBrowser: 2,
    // More than there is room for.
    concurrency: 4,
    plugins: [
      {
        name: 'counter',
        hooks: {
          async beforeCapture() {
            pages += 1;
            max = Math.max(max, pages);
            if (pages === 2) full.resolve();
            // Other requests may arrive meanwhile.
            await full.promise.then(() => delay(50));
            pages -= 1;
          },
        },
      },
    ],
  });
  t.teardown(() => renderer.stop());
  await Promise.all([1, 2, 3].map(() => renderer.render(shot)));
  t.equal(max, 2);
});

/**
 * Takes connections to a debugging port, as something in front of it does, such as at the machine's
 * own address.
 */
async function forward(
  t: Test,
  host: string,
  port: number,
  onClient: (client: Socket) => void = () => {},
): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    onClient(client);
    const onward = connect(port, '127.0.0.1');
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => (client.destroy(), onward.destroy()));
    }
    client.pipe(onward).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

t.test(
  'a browser on another machine gets its proxy at egress.address',
  { skip: lan === undefined && 'the machine has no address but loopback' },
  async (t) => {
    const address = lan ?? '';
    const there = new URL(two.ws);
    there.port = String(await forward(t, address, Number(there.port)));
    there.hostname = address;

    const without = closeWith(t, createRenderer({ browsers: [there.href], ...plain }));
    await t.rejects(without.render(shot), {
      code: 'browser_unavailable',
      message: /egress\.address/,
    });

    const within = createRenderer({ browsers: [there.href], egress: { address }, ...plain });
    t.teardown(() => within.stop());
    t.match(await within.render(shot), { mediaType: 'image/png' });
  },
);

t.test('a connection that has ended is made again for the render that finds it so', async (t) => {
  const before = await pagesOf(two);
  let connections = 0;
  let isCut = false;
  const there = new URL(two.ws);
  const port = await forward(t, '127.0.0.1', Number(there.port), (client) => {
    connections += 1;
    const own = connections;
    client.on('data', () => {
      if (isCut && own === 1) client.destroy();
    });
  });
  there.port = String(port);
  const renderer = closeWith(t, createRenderer({ browsers: [there.href], ...plain }));
  await renderer.render(shot);
  for (let attempt = 0; attempt < 100 && (await pagesOf(two)) > before; attempt += 1)
    await delay(50);
  // The request for the next page closes the connection, so that this cannot be known before.
  isCut = true;
  t.match(await renderer.render(shot), { mediaType: 'image/png' });
  t.equal(connections, 2);
});

/** With what may be secret, and one that is not there. */
const secretly = ({ ws, http }: RemoteBrowser) => [
  ws.replace('//', '//user:S3CRET@'),
  http.replace('//', '//user:S3CRET@'),
];
const dead = 'ws://user:S3CRET@127.0.0.1:1/?token=S3CRET';
const named = [...secretly(one).slice(0, 1), ...secretly(two).slice(1), dead].join(',');
/** No other browser is there. */
const env = { TINTYPE_BROWSERS: named, TINTYPE_CHROME_PATH: '/no/browser' };

t.test('a service renders for accounts in remote browsers if configured', async (t) => {
  const refused = await runHere(['serve'], { env });
  t.equal(refused.code, 2);
  t.match(refused.stderr, /browsers: requests of accounts .* remote_browsers_for_accounts=true/);
  t.notMatch(refused.stderr, /S3CRET/);

  const service = await runService(t, {
    env: { ...env, TINTYPE_REMOTE_BROWSERS_FOR_ACCOUNTS: 'yes' },
  });
  const { address, accessKey } = service;
  const answer = await fetch(`${address}/v1/screenshot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
    body: JSON.stringify({ html, format: 'png', ...small }),
  });
  t.equal(answer.status, 200);
  const receipt = JSON.parse(answer.headers.get('x-tintype-receipt') ?? '{}') as Receipt;
  t.equal(receipt.browser?.remote, true);
  const ask = async (path: string) => (await fetch(address + path)).text();
  let ready = '';
  for (let attempt = 0; attempt < 100 && !ready.includes('1 of 3'); attempt += 1) {
    ready = await ask('/ready');
    await delay(20);
  }
  t.same(JSON.parse(ready), {
    status: 'ready',
    message: '1 of 3 remote browsers cannot be used.',
  });
  const metrics = await ask('/metrics');
  const { host } = new URL(one.ws);
  t.match(metrics, `tintype_remote_browser_up{index="0",browser="ws://${host}"} 1`);
  t.match(metrics, 'tintype_remote_browser_up{index="2",browser="ws://127.0.0.1:1"} 0');
  t.equal(await service.stop(), 0);
  t.match(service.stdout, /"browser":"ws:\/\/127.0.0.1:1","reason":"connect ECONNREFUSED/);
  t.notMatch(metrics + ready + service.stdout + service.stderr, /S3CRET/);
  t.equal(one.child.exitCode, null, 'the end of the service is not that of the browser');
});

t.test('the command line renders in remote browsers, and its doctor looks at each', async (t) => {
  const folder = t.testdir({ 'sea.html': html });
  const page = join(folder, 'sea.html');
  const flag = secretly(one)[0] ?? '';
  const args = [
    'screenshot',
    page,
    '--browsers',
    flag,
    '--json',
    '-o',
    join(folder, 'sea.png'),
    '-w',
    '320',
    '-H',
    '240',
  ];
  const made = await runHere(args, { env: { TINTYPE_CHROME_PATH: '/no/browser' } });
  t.equal(made.code, 0, made.stderr);
  t.match(JSON.parse(made.stdout.toString()), { receipt: { browser: { remote: true } } });

  const wrong = await runHere(['screenshot', page, '--browsers', 'S3CRET'], {});
  t.match(wrong, { code: 2, stderr: /--browsers\[0\] must be a WebSocket address/ });

  const doctor = await runHere(['doctor', '--json'], { env });
  t.equal(doctor.code, 0, doctor.stderr);
  const { checks } = JSON.parse(doctor.stdout.toString()) as {
    checks: { name: string; state: string; text: string; fix?: string }[];
  };
  const udp = lan === undefined ? 'ok' : 'warning';
  t.match(
    checks.filter(({ name }) => name === 'Browser'),
    [
      { state: 'ok', text: /^HeadlessChrome\/\S+, ws:\S+ \(remote\), answers in \d+ ms$/ },
      { state: udp, text: /^HeadlessChrome\/\S+, http:\S+ \(remote\)/ },
      { state: 'warning', text: /^ws:\/\/127\.0\.0\.1:1: connect ECONNREFUSED/, fix: /start it/ },
    ],
  );
  t.match(checks.find(({ name }) => name === 'Test page')?.state, 'ok');
  for (const { stdout, stderr } of [made, wrong, doctor]) {
    t.notMatch(stdout.toString() + stderr, /S3CRET/);
  }
  // As with one of them, in cli/doctor-remote.test.ts.
  if (!inDepth(t, 'a doctor without any browser')) return;
  const none = await runHere(['doctor', '--json', '--browsers', dead], {});
  t.equal(none.code, 1, 'without any, no render works');
});

t.test('a render whose browser is killed is made in another', async (t) => {
  let attempts = 0;
  const renderer = createRenderer({
    browsers: [one.ws, two.ws],
    plugins: [
      {
        name: 'killer',
        hooks: {
          beforeCapture() {
            attempts += 1;
            // Of two that have no renders the first is asked.
            if (attempts === 1) one.kill();
          },
        },
      },
    ],
  });
  t.teardown(() => renderer.stop());
  await renderer.render(shot);
  t.equal(attempts, 2);
  t.not(one.child.signalCode, null);
  const results = await Promise.all([1, 2].map(() => renderer.render(shot)));
  t.equal(results.length, 2, 'the other one goes on');
  two.kill();
  await once(two.child, 'exit');
  const failure = await renderer.render(shot).catch((error: unknown) => error);
  t.match(failure, { code: 'browser_unavailable', message: /ECONNREFUSED/ });
  t.notMatch((failure as Error).message, /devtools/, 'paths are not told');
});

t.test('a wildcard address is no egress.address', (t) => {
  t.plan(4);
  for (const address of ['0.0.0.0', '::', 'localhost', '']) {
    const make = () => createRenderer({ browsers: ['ws://127.0.0.1:1'], egress: { address } });
    t.throws(make, /egress\.address must be/);
  }
});
