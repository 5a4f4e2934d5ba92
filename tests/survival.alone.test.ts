import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createChromeSource } from '@tintype/chrome';
import { createRenderer as createEngine } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import {
  closeWith,
  createFixtureServer,
  descendants,
  inDepth,
  testInDepth,
  until,
} from '@tintype/testkit';
import t, { type Test } from 'tap';
import { createRenderer, type Hooks, type Renderer } from 'tintype';
import { browserOptions } from './browser-options.ts';
import { failureOf } from './parameters/lab.ts';

const small = { viewport_width: 200, viewport_height: 100 };
const isLinux = process.platform === 'linux';
const server = await createFixtureServer(t);
const hello = server.page('/hello', '<!doctype html><title>hello</title><h1>hello</h1>');

const browserPids = () =>
  descendants()
    .filter(({ path, commandLine }) => /chrom/i.test(path) && !commandLine.includes('--type='))
    .map(({ pid }) => pid);

const profiles = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`tintype-${process.pid}-`));

const egress = { allow: ['127.0.0.1', '127.0.0.2'] };
const options = { egress, concurrency: 2, spares: 0 };

/** Returns whether a page of it renders correctly. */
const renders = async (t: Test, engine: Pick<Renderer, 'render'>) => {
  const { metadata } = await engine.render({ kind: 'screenshot', url: hello, ...small });
  t.equal(metadata.title, 'hello');
};

t.test('one renderer, whatever becomes of its browsers and pages', async (t) => {
  let hasCrashed = false;
  const hooks: Hooks = {
    async beforeCapture(page, { user_agent: wanted }) {
      if (wanted !== 'crash' || hasCrashed) return;
      hasCrashed = true;
      await page.session.send('Page.crash').catch(() => {});
    },
  };
  const engine = createRenderer({ ...options, plugins: [{ name: 'crash', hooks }] });
  t.teardown(() => engine.stop());
  await engine.start();

  await t.test(
    'renders survive kill -9 of their browser',
    { skip: !isLinux && 'needs Linux' },
    async (t) => {
      const [pid] = browserPids();
      t.ok(pid);
      server.page('/slow', '<!doctype html><title>slow</title><img src="/late.png">');
      server.route('/late.png', (_request, response) => void setTimeout(() => response.end(), 400));
      const url = server.url('/slow');
      const work = Array.from({ length: 4 }, () =>
        engine.render({ kind: 'screenshot', url, wait_until: ['load'], ...small }),
      );
      setTimeout(() => process.kill(pid as number, 'SIGKILL'), 250);
      const results = await Promise.all(work);
      for (const { metadata } of results) t.equal(metadata.title, 'slow');
      t.notOk(browserPids().includes(pid as number));
    },
  );

  await t.test(
    'a browser that hangs is replaced inside the deadline',
    { skip: !isLinux && 'needs Linux' },
    async (t) => {
      const [pid] = browserPids();
      process.kill(pid as number, 'SIGSTOP');
      await renders(t, engine);
      t.notOk(browserPids().includes(pid as number));
    },
  );

  await t.test('a page that crashes once is rendered all the same', async (t) => {
    const request = { kind: 'screenshot', url: hello, user_agent: 'crash', ...small } as const;
    t.equal((await engine.render(request)).metadata.title, 'hello');
    t.ok(hasCrashed);
  });

  await t.test('pages that never let go end at their deadline', async (t) => {
    const hostile = {
      'a script without end': '<script>for (;;);</script>',
      'a script without end after load': '<script>onload = () => { for (;;); }</script>hi',
      'alerts without end': '<script>for (;;) alert(1)</script>',
      'windows without end': '<script>setInterval(() => open("about:blank"), 5)</script>',
      'navigations without end': '<script>location.href = "?" + Math.random()</script>',
      'a print dialog, a prompt and a confirm':
        '<script>print(); prompt("x"); confirm("y")</script>',
    };
    // One that says nothing, and one that does not stop speaking.
    const covering = new Set(['a script without end', 'navigations without end']);
    const chosen = Object.entries(hostile).filter(
      ([name]) => covering.has(name) || inDepth(t, name),
    );
    const visit = async ([name, html]: [string, string]) => {
      const url = server.page(`/hostile-${name.length}`, `<!doctype html><title>t</title>${html}`);
      const begin = performance.now();
      const outcome = await engine
        .render({ kind: 'screenshot', url, timeout: 1.2, delay: 0.2, ...small })
        .then(
          () => 'rendered',
          (error: { code: string }) => error.code,
        );
      t.match(outcome, /^(rendered|timeout|page_unresponsive)$/, name);
      t.ok(performance.now() - begin < 2200, `${name} was over in time`);
    };
    // As many as there are slots: waiting for one takes its time as well.
    for (let at = 0; at < chosen.length; at += 2) {
      await Promise.all(chosen.slice(at, at + 2).map(visit));
    }
    await renders(t, engine);
  });

  await t.test('the caller can give up at any time', async (t) => {
    const controller = new AbortController();
    const { signal } = controller;
    const running = [1, 2].map(() =>
      failureOf(engine.render({ kind: 'screenshot', url: hello, delay: 20, ...small }, { signal })),
    );
    const waiting = failureOf(
      engine.render({ kind: 'screenshot', url: hello, ...small }, { signal }),
    );
    setTimeout(() => controller.abort(), 300);
    for (const { code } of await Promise.all(running)) t.equal(code, 'cancelled');
    t.equal((await waiting).code, 'cancelled');
    await renders(t, engine);
  });

  await t.test('nothing of one render is seen by the next', async (t) => {
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
    for (let round = 0; round < 3; round += 1) {
      const url = server.url('/state');
      const { metadata } = await engine.render({ kind: 'screenshot', url, ...small });
      t.equal(metadata.title, 'empty');
    }
    t.same(seen, [undefined, undefined, undefined]);
    t.equal(server.requests('/sticky.js').length, 3, 'no shared cache');
  });

  await t.test(
    'descriptors stay flat over many renders',
    { skip: !isLinux && 'needs Linux' },
    async (t) => {
      const count = () => readdirSync('/proc/self/fd').length;
      const batch = (size: number) =>
        Promise.all(
          Array.from({ length: size }, () =>
            engine.render({ kind: 'screenshot', url: hello, ...small }),
          ),
        );
      await batch(2);
      const before = count();
      await batch(9);
      await delay(300);
      t.ok(count() <= before + 6, `${before} open files before, ${count()} after`);
    },
  );

  // The last of it: it ends.
  await t.test(
    'stopping leaves no process and no profile behind',
    { skip: !isLinux && 'needs Linux' },
    async (t) => {
      // There is none when it stops: what runs waits for one still.
      for (const pid of browserPids()) process.kill(pid, 'SIGKILL');
      await until(() => browserPids().length === 0);
      const last = engine.render({ kind: 'screenshot', url: hello, ...small });
      const stopped = engine.stop();
      t.equal((await last).metadata.title, 'hello', 'what runs is finished first');
      await stopped;
      t.same(browserPids(), []);
      t.same(profiles(), []);
      const refused = engine.render({ kind: 'screenshot', url: hello, ...small });
      t.equal((await failureOf(refused)).code, 'shutting_down');
    },
  );
});

testInDepth(t, 'a page that crashes each time is a typed error, the next is fine', async (t) => {
  const hooks: Hooks = {
    async beforeCapture(page, request) {
      if (request.delay > 0) await page.session.send('Page.crash');
    },
  };
  const engine = createRenderer({ ...options, plugins: [{ name: 'crash', hooks }] });
  t.teardown(() => engine.stop());
  const beside = engine.render({ kind: 'screenshot', url: hello, ...small });
  const error = await failureOf(engine.render({ kind: 'screenshot', url: hello, delay: 0.1 }));
  t.match(error, { code: 'page_crashed', stage: 'capture' });
  t.equal((await beside).metadata.title, 'hello');
  await renders(t, engine);
});

testInDepth(t, 'a batch takes longer than the timeout of each', async (t) => {
  const engine = closeWith(t, createRenderer(options));
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

t.test(
  'browsers are replaced while renders go on',
  { skip: !isLinux && 'needs Linux' },
  async (t) => {
    const egress = createEgress({ allow: ['127.0.0.1'] });
    const source = createChromeSource({
      ...browserOptions(),
      egress,
      concurrency: 2,
      recycle: { maxPages: 2 },
    });
    const engine = createEngine({ source });
    const pids = new Set<number>();
    await Promise.all(
      Array.from({ length: 2 }, async () => {
        for (let round = 0; round < 3; round += 1) {
          await renders(t, engine);
          for (const pid of browserPids()) pids.add(pid);
        }
      }),
    );
    t.ok(pids.size >= 3, `${pids.size} browsers served 6 renders at 2 pages each`);
    await engine.stop();
    await egress.close();
  },
);

t.test('a program that forgets to stop ends all the same', async (t) => {
  const program = `import { createRenderer } from 'tintype';
    const { body } = await createRenderer().render({ kind: 'screenshot', html: '<p>x</p>', viewport_width: 200,
      viewport_height: 100 });
    console.log(body.length > 100);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@tintype/source', '--input-type=module', '--eval', program],
    { timeout: 20_000, cwd: import.meta.dirname },
  );
  t.equal(stdout.trim(), 'true');
});
