import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { createChromeSource, defaultCacheDir } from '@tintype/chrome';
import { createRenderer as createEngine } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import { createFixtureServer, descendants, inDepth, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { createRenderer, type Hooks, type Renderer } from 'tintype';
import { failureOf } from './parameters/lab.ts';

const small = { viewport_width: 200, viewport_height: 100 };
const isLinux = process.platform === 'linux';
const server = await createFixtureServer();
t.teardown(() => server.close());
const hello = server.page('/hello', '<!doctype html><title>hello</title><h1>hello</h1>');

const browserPids = () =>
  descendants()
    .filter(({ path, commandLine }) => /chrom/i.test(path) && !commandLine.includes('--type='))
    .map(({ pid }) => pid);

const profiles = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`tintype-${process.pid}-`));

const open: Renderer[] = [];
function renderer(options: Parameters<typeof createRenderer>[0] = {}): Renderer {
  const egress = { allow: ['127.0.0.1', '127.0.0.2'] };
  const made = createRenderer({ egress, concurrency: 2, spares: 0, ...options });
  open.push(made);
  return made;
}
t.afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.stop()));
});
t.teardown(() => Promise.all(open.map((made) => made.stop())));

const once = (work: Hooks['beforeCapture']): Hooks => {
  let done = false;
  return {
    beforeCapture(...given) {
      if (done) return;
      done = true;
      return work?.(...given);
    },
  };
};

t.test('renders survive kill -9 of their browser', { skip: !isLinux }, async (t) => {
  const engine = renderer({ concurrency: 4 });
  await engine.start();
  const [pid] = browserPids();
  t.ok(pid);
  server.page('/slow', '<!doctype html><title>slow</title><img src="/late.png">');
  server.route('/late.png', (_request, response) => void setTimeout(() => response.end(), 400));
  const url = server.url('/slow');
  const work = Array.from({ length: 8 }, () =>
    engine.render({ kind: 'screenshot', url, wait_until: ['load'], ...small }),
  );
  setTimeout(() => process.kill(pid as number, 'SIGKILL'), 250);
  const results = await Promise.all(work);
  for (const { metadata } of results) t.equal(metadata.title, 'slow');
  t.notOk(browserPids().includes(pid as number));
});

t.test('a browser that hangs is replaced inside the deadline', { skip: !isLinux }, async (t) => {
  const engine = renderer({ concurrency: 2 });
  await engine.start();
  const [pid] = browserPids();
  process.kill(pid as number, 'SIGSTOP');
  const { metadata } = await engine.render({ kind: 'screenshot', url: hello, ...small });
  t.equal(metadata.title, 'hello');
  t.notOk(browserPids().includes(pid as number));
});

t.test('a page that crashes once is rendered all the same', async (t) => {
  const crash = once(async (page) => void (await page.session.send('Page.crash').catch(() => {})));
  const engine = renderer({ plugins: [{ name: 'crash', hooks: crash }] });
  const { metadata } = await engine.render({ kind: 'screenshot', url: hello, ...small });
  t.equal(metadata.title, 'hello');
});

testInDepth(
  t,
  'a page that crashes every time is a typed error, and the next is fine',
  async (t) => {
    const hooks: Hooks = {
      async beforeCapture(page, request) {
        if (request.delay > 0) await page.session.send('Page.crash');
      },
    };
    const engine = renderer({ plugins: [{ name: 'crash', hooks }] });
    const beside = engine.render({ kind: 'screenshot', url: hello, ...small });
    const error = await failureOf(engine.render({ kind: 'screenshot', url: hello, delay: 0.1 }));
    t.match(error, { code: 'page_crashed', stage: 'capture' });
    t.equal((await beside).metadata.title, 'hello');
    t.equal(
      (await engine.render({ kind: 'screenshot', url: hello, ...small })).metadata.title,
      'hello',
    );
  },
);

t.test('pages that never let go end at their deadline', async (t) => {
  const hostile = {
    'a script without end': '<script>for (;;);</script>',
    'a script without end after load': '<script>onload = () => { for (;;); }</script>hi',
    'alerts without end': '<script>for (;;) alert(1)</script>',
    'windows without end': '<script>setInterval(() => open("about:blank"), 5)</script>',
    'navigations without end': '<script>location.href = "?" + Math.random()</script>',
    'a print dialog, a prompt and a confirm': '<script>print(); prompt("x"); confirm("y")</script>',
  };
  // One that says nothing, and one that does not stop speaking.
  const covering = new Set(['a script without end', 'navigations without end']);
  const chosen = Object.entries(hostile).filter(([name]) => covering.has(name) || inDepth(t, name));
  const engine = renderer({ concurrency: chosen.length });
  await engine.start();
  await Promise.all(
    chosen.map(async ([name, html], index) => {
      const url = server.page(`/hostile-${index}`, `<!doctype html><title>t</title>${html}`);
      const begin = performance.now();
      const outcome = await engine
        .render({ kind: 'screenshot', url, timeout: 1.8, delay: 0.2, ...small })
        .then(
          () => 'rendered',
          (error: { code: string }) => error.code,
        );
      t.match(outcome, /^(rendered|timeout|page_unresponsive)$/, name);
      t.ok(performance.now() - begin < 2800, `${name} was over in time`);
    }),
  );
  t.equal(
    (await engine.render({ kind: 'screenshot', url: hello, ...small })).metadata.title,
    'hello',
  );
});

t.test('the caller can give up at any time', async (t) => {
  const engine = renderer({ concurrency: 1 });
  await engine.start();
  const controller = new AbortController();
  const { signal } = controller;
  const running = failureOf(
    engine.render({ kind: 'screenshot', url: hello, delay: 20, ...small }, { signal }),
  );
  const waiting = failureOf(
    engine.render({ kind: 'screenshot', url: hello, ...small }, { signal }),
  );
  setTimeout(() => controller.abort(), 300);
  t.equal((await running).code, 'cancelled');
  t.equal((await waiting).code, 'cancelled');
  t.equal(
    (await engine.render({ kind: 'screenshot', url: hello, ...small })).metadata.title,
    'hello',
  );
});

testInDepth(t, 'a batch takes longer than the timeout of each', async (t) => {
  const engine = renderer({ concurrency: 2 });
  // At least 5 s: two at once, each of 1.7 s and more.
  const requests = Array.from({ length: 6 }, (_, index) => ({
    kind: 'screenshot' as const,
    html: `<title>${index}</title>`,
    viewport_width: 16,
    viewport_height: 16,
    delay: 1.7,
    timeout: 5,
  }));
  const results = await Promise.allSettled(requests.map((each) => engine.render(each)));
  t.same(
    results.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Error).message] : [])),
    [],
  );
  const titles = new Set<string | undefined>();
  const quick = requests.map((request) => ({ ...request, delay: 0 }));
  for await (const { result, error } of engine.renderAll(quick)) {
    titles.add(result?.metadata.title ?? error?.message);
  }
  t.same([...titles].toSorted(), requests.map((_, index) => `${index}`).toSorted());
});

t.test('nothing of one render is seen by the next', async (t) => {
  const seen: (string | undefined)[] = [];
  server.route('/sticky.js', (_request, response) => {
    response.setHeader('cache-control', 'max-age=600');
    response.end('');
  });
  server.route('/state', (request, response) => {
    seen.push(request.headers.cookie);
    response.setHeader('set-cookie', 'id=1; Path=/; Max-Age=600');
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><script src="/sticky.js"></script><script>
      document.title = localStorage.getItem('x') ?? 'empty'; localStorage.setItem('x', 'full')</script>`);
  });
  const engine = renderer();
  for (let round = 0; round < 3; round += 1) {
    const { metadata } = await engine.render({
      kind: 'screenshot',
      url: server.url('/state'),
      ...small,
    });
    t.equal(metadata.title, 'empty');
  }
  t.same(seen, [undefined, undefined, undefined]);
  t.equal(server.requests('/sticky.js').length, 3, 'no shared cache');
});

t.test('browsers are replaced while renders go on', { skip: !isLinux }, async (t) => {
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const { env, platform } = process;
  const cacheDir = defaultCacheDir({ env, platform, uid: process.getuid?.(), homedir: homedir() });
  const source = createChromeSource({
    egress,
    env,
    homedir: homedir(),
    cacheDir,
    concurrency: 2,
    recycle: { maxPages: 5 },
  });
  const engine = createEngine({ source });
  const pids = new Set<number>();
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (let round = 0; round < 8; round += 1) {
        const { metadata } = await engine.render({ kind: 'screenshot', url: hello, ...small });
        t.equal(metadata.title, 'hello');
        for (const pid of browserPids()) pids.add(pid);
      }
    }),
  );
  t.ok(pids.size >= 3, `${pids.size} browsers served 16 renders at 5 pages each`);
  await engine.stop();
  await egress.close();
});

t.test('stopping leaves no process and no profile behind', { skip: !isLinux }, async (t) => {
  const engine = renderer();
  const last = engine.render({ kind: 'screenshot', url: hello, ...small });
  const stopped = engine.stop();
  t.equal((await last).metadata.title, 'hello', 'what runs is finished first');
  await stopped;
  t.same(browserPids(), []);
  t.same(profiles(), []);
  t.equal(
    (await failureOf(engine.render({ kind: 'screenshot', url: hello, ...small }))).code,
    'shutting_down',
  );
});

t.test('a program that forgets to stop ends all the same', async (t) => {
  const program = `import { createRenderer } from 'tintype';
    const { body } = await createRenderer().render({ kind: 'screenshot', html: '<p>x</p>' });
    console.log(body.length > 1000);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@tintype/source', '--input-type=module', '--eval', program],
    { timeout: 20_000, cwd: import.meta.dirname },
  );
  t.equal(stdout.trim(), 'true');
});

t.test('descriptors stay flat over many renders', async (t) => {
  if (!isLinux) return t.pass('not here', { skip: true });
  const engine = renderer({ concurrency: 2 });
  const count = () => readdirSync('/proc/self/fd').length;
  const batch = (size: number) =>
    Promise.all(
      Array.from({ length: size }, () =>
        engine.render({ kind: 'screenshot', url: hello, ...small }),
      ),
    );
  await batch(8);
  const before = count();
  await batch(12);
  await new Promise((resolve) => setTimeout(resolve, 300));
  t.ok(count() <= before + 6, `${before} open files before, ${count()} after`);
});
