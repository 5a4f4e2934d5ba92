import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { homedir, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromeFlags, defaultCacheDir, findBrowser } from '@tintype/chrome';
import { createFixtureServer } from '@tintype/testkit';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { createRenderer } from 'tintype';

/** A headless shell with a debugging port, which nothing here knows but by its address. */
interface Remote {
  child: ChildProcess;
  ws: string;
  http: string;
}

async function startBrowser(t: Test, extraArgs: string[] = []): Promise<Remote> {
  const { env, platform } = process;
  const home = homedir();
  const cacheDir = defaultCacheDir({ env, platform, uid: process.getuid?.(), homedir: home });
  const { path, flavour } = await findBrowser({ env, homedir: home, cacheDir });
  const userDataDir = mkdtempSync(join(tmpdir(), 'remote-browser-'));
  const flags = chromeFlags({ flavour, gpu: false, sandbox: false, userDataDir }).filter(
    (flag) => !flag.startsWith('--remote-debugging-pipe'),
  );
  const child = spawn(path, [...flags, '--remote-debugging-port=0', ...extraArgs], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  t.teardown(async () => {
    kill(child);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  let said = '';
  for await (const chunk of child.stderr as AsyncIterable<Buffer>) {
    said += chunk.toString();
    const ws = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
    if (ws === undefined) continue;
    return { child, ws, http: `http://${new URL(ws).host}` };
  }
  throw new Error(`the browser ended: ${said}`);
}

function kill({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid ?? 0), 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const contexts = async ({ http }: Remote): Promise<number> => {
  const pages = (await (await fetch(`${http}/json/list`)).json()) as { type: string }[];
  return pages.filter(({ type }) => type === 'page').length;
};

const html = '<title>Sea</title><body style="background:#8ac"><h1>Sea</h1><p>and sand</p>';

t.test('a remote browser renders what one of its own does', async (t) => {
  const [one, two] = await Promise.all([startBrowser(t), startBrowser(t)]);
  const before = await contexts(one);
  const remote = createRenderer({ browsers: [one.ws, two.http] });
  const local = createRenderer();
  t.teardown(() => Promise.all([remote.stop(), local.stop()]));
  const pixels = async (body: Uint8Array) => sharp(body).raw().toBuffer();

  const shot = { kind: 'screenshot', html, format: 'png' } as const;
  const [mine, theirs] = await Promise.all([local.render(shot), remote.render(shot)]);
  t.ok((await pixels(mine.body)).equals(await pixels(theirs.body)), 'the same pixels');
  t.match(theirs.warnings, [/remote browser/]);
  t.notMatch(mine.warnings.join(), /remote/);

  const read = { kind: 'scrape', html, format: 'md' } as const;
  const [text, theirText] = await Promise.all([local.render(read), remote.render(read)]);
  t.same(theirText.body, text.body);
  t.match(Buffer.from(theirText.body).toString(), /and sand/);

  const printed = await remote.render({ kind: 'pdf', html });
  t.equal(Buffer.from(printed.body).subarray(0, 5).toString(), '%PDF-');

  const filmed = await remote.render({ kind: 'screencast', html, duration: 0.3 });
  t.ok(filmed.body.byteLength > 1000);
  t.ok(filmed.warnings.length > 1, 'it says that it was recorded live');

  await remote.stop();
  for (let attempt = 0; attempt < 100 && (await contexts(one)) > before; attempt += 1)
    await delay(50);
  t.equal(await contexts(one), before, 'its contexts are gone');
  t.equal(one.child.exitCode, null);
  t.equal(two.child.exitCode, null, 'and the browsers are not');
});

t.test('its pages use the egress proxy', async (t) => {
  const server = await createFixtureServer();
  t.teardown(() => server.close());
  const renderer = createRenderer({ browsers: [(await startBrowser(t)).ws] });
  t.teardown(() => renderer.stop());
  const url = server.page('/', html);
  await t.rejects(renderer.render({ kind: 'screenshot', url }), { code: 'target_denied' });
  await renderer.render({ kind: 'screenshot', url }, { allow: [new URL(url).host] });
});

t.test('a render whose browser is killed is made in another', async (t) => {
  const [first, second] = await Promise.all([startBrowser(t), startBrowser(t)]);
  let attempts = 0;
  const renderer = createRenderer({
    browsers: [first.ws, second.ws],
    plugins: [
      {
        name: 'killer',
        hooks: {
          beforeCapture() {
            attempts += 1;
            // Of two that have no renders the first is asked.
            if (attempts === 1) kill(first.child);
          },
        },
      },
    ],
  });
  t.teardown(() => renderer.stop());
  const shot = { kind: 'screenshot', html, format: 'png' } as const;
  await renderer.render(shot);
  t.equal(attempts, 2);
  t.not(first.child.signalCode, null);
  const results = await Promise.all([1, 2, 3].map(() => renderer.render(shot)));
  t.equal(results.length, 3, 'the other one goes on');
  kill(second.child);
  await once(second.child, 'exit');
  const failure = await renderer.render(shot).catch((error: unknown) => error);
  t.match(failure, { code: 'browser_unavailable', message: /ECONNREFUSED/ });
  t.notMatch((failure as Error).message, /devtools/, 'paths are not told');
});

const lan = Object.values(networkInterfaces())
  .flat()
  .find((own) => own && !own.internal && own.family === 'IPv4')?.address;

/** Takes connections at the machine's own address to the loopback one, as something in front of a debugging port does. */
async function forward(t: Test, host: string, port: number): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
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
  'a browser that is not on a loopback address gets its proxy at egress.address',
  { skip: lan === undefined && 'the machine has no address but loopback' },
  async (t) => {
    const address = lan ?? '';
    // Without its exception the rule takes the address of the proxy away as well.
    const rules = `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${address}`;
    const { ws } = await startBrowser(t, [rules]);
    const there = new URL(ws);
    there.port = String(await forward(t, address, Number(there.port)));
    there.hostname = address;
    const shot = { kind: 'screenshot', html, format: 'png' } as const;

    const without = createRenderer({ browsers: [there.href] });
    t.teardown(() => without.stop());
    await t.rejects(without.render(shot), {
      code: 'browser_unavailable',
      message: /egress\.address/,
    });

    const within = createRenderer({ browsers: [there.href], egress: { address } });
    t.teardown(() => within.stop());
    t.match(await within.render(shot), { mediaType: 'image/png' });
  },
);

t.test('what stands for all addresses is no egress.address', (t) => {
  t.plan(4);
  for (const address of ['0.0.0.0', '::', 'localhost', '']) {
    const make = () => createRenderer({ browsers: ['ws://127.0.0.1:1'], egress: { address } });
    t.throws(make, /egress\.address must be/);
  }
});
