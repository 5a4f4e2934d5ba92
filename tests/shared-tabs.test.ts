import { createFixtureServer } from '@tintype/testkit';
import { createRenderer, type RenderOptions } from 'tintype';
import t from 'tap';

const server = await createFixtureServer();
const renderer = createRenderer({
  egress: { allow: ['127.0.0.1', '127.0.0.2'] },
  concurrency: 1,
  // With a spare page, two tabs take turns.
  spares: 0,
});
t.teardown(async () => {
  await renderer.stop();
  await server.close();
});

/** Each context requests it once. */
let contexts = 0;
server.route('/once.js', (_request, response) => {
  contexts += 1;
  response.setHeader('cache-control', 'max-age=1000');
  response.setHeader('content-type', 'text/javascript');
  response.end('');
});
for (const path of ['/service-worker.js', '/worker.js'])
  server.route(path, (_request, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end('onconnect = onfetch = () => {}; setInterval(() => {}, 1)');
  });

server.route('/late-cookie', (_request, response) => {
  setTimeout(() => {
    response.setHeader('set-cookie', 'late=1; max-age=1000');
    response.end();
  }, 200);
});

const small = { viewport_width: 200, viewport_height: 100 };
let pages = 0;

/** Returns the URL of a page that runs a script, and then shows what an expression gives. */
const pageOf = (script: string, expression = '""', host?: string) => {
  const path = `/page-${(pages += 1)}`;
  const html = `<!doctype html><title>page</title><p id="found"></p><script src="/once.js"></script><script type="module">
${script}
document.getElementById('found').textContent = JSON.stringify(await (${expression}));</script>`;
  server.page(path, html);
  return host === undefined ? server.url(path) : server.url(path, host);
};

const read = async (url: string, options: RenderOptions = { group: 'a' }, more = {}) => {
  const { body } = await renderer.render({ kind: 'scrape', url, ...small, ...more }, options);
  return JSON.parse(/id="found">(.*?)<\/p>/.exec(Buffer.from(body).toString())?.[1] ?? 'null');
};

/** Returns the number of contexts that some renders had. */
const countContexts = async (work: () => Promise<unknown>) => {
  const before = contexts;
  await work();
  return contexts - before;
};

/** Returns the least number of contexts in several attempts: some tabs do not become idle again. */
const fewestContexts = async (work: (group: string) => Promise<unknown>) => {
  let fewest = Infinity;
  for (let attempt = 1; attempt <= 3 && fewest > 1; attempt += 1)
    fewest = Math.min(fewest, await countContexts(() => work(crypto.randomUUID())));
  return fewest;
};

t.test('renders of a group use one tab', async (t) => {
  const visit = async (...args: Parameters<typeof read>) => countContexts(() => read(...args));
  const url = () => pageOf('');
  const count = await fewestContexts(async (group) => {
    for (const _ of [1, 2, 3]) await read(url(), { group });
  });
  t.equal(count, 1);
  const others: [string, ...Parameters<typeof read>][] = [
    ['no group', url(), {}],
    ['another group', url(), { group: 'second' }],
    ['another scope', url(), { group: 'first', scope: 'b' }],
    ['another site', pageOf('', '""', '127.0.0.2'), { group: 'first' }],
    ['other parameters', url(), { group: 'first' }, { dark_mode: true }],
    ['a login', url(), { group: 'first' }, { cookies: ['a=b'] }],
    ['a login in the URL', url().replace('//', '//user:word@'), { group: 'first' }],
    ['another proxy policy', url(), { group: 'first', allow: ['127.0.0.3'] }],
  ];
  for (const [name, ...args] of others) {
    // There is room for one tab: this is the one that is not to be used.
    await read(url(), { group: 'first' });
    t.equal(await visit(...args), 1, name);
  }
});

const sizes: Record<string, object> = {
  'twice the pixels': { device_scale_factor: 2 },
  'a phone': { viewport_device: 'iphone-15' },
  'a full page': { full_page: true, device_scale_factor: 2, viewport_mobile: true },
  'an element': { selector: '#found', device_scale_factor: 2 },
};
for (const [name, size] of Object.entries(sizes))
  t.test(`images of a shared tab equal those of fresh contexts: ${name}`, async (t) => {
    const url = server.page(
      `/size-${(pages += 1)}`,
      `<!doctype html><meta name="viewport" content="width=device-width"><script src="/once.js"></script>
<p id="found"></p><div style="height:2000px;background:linear-gradient(45deg,red,blue)"></div>
<script>document.getElementById('found').textContent = [innerWidth, innerHeight, devicePixelRatio, screen.width];</script>`,
    );
    const shoot = async (options: RenderOptions) => {
      const { body } = await renderer.render(
        { kind: 'screenshot', url, format: 'png', ...small, ...size },
        options,
      );
      return Buffer.from(body);
    };
    const fresh = await shoot({});
    await fewestContexts(async (group) => {
      for (const number of [1, 2, 3])
        t.ok(fresh.equals(await shoot({ group })), `${number} in its tab`);
    });
  });

t.test('a tab answers no request of a later render', async (t) => {
  // Headers make the request pause at its first document.
  const visit = (script: string) =>
    read(
      pageOf(script, 'location.pathname.length > 1'),
      { group: 'paused' },
      { headers: ['X-A: b'] },
    );
  t.same(
    [await visit('sessionStorage.a = 1'), await visit(''), await visit('')],
    [true, true, true],
  );
});

t.test('a response that comes between two renders sets no cookie', async (t) => {
  const group = 'between';
  // On a connection that was used before, Chromium repeats a request.
  const script = `await fetch('/once.js?again');
    addEventListener('pagehide', () => { navigator.sendBeacon('/late-cookie') })`;
  await read(pageOf(script), { group });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  t.equal(await read(pageOf('', 'document.cookie'), { group }), '');
});

t.test('a list uses one tab, too', async (t) => {
  const requests = [1, 2, 3, 4].map(() => ({ kind: 'screenshot' as const, url: pageOf('') }));
  const count = await fewestContexts(async () => {
    for await (const { error } of renderer.renderAll(requests)) t.equal(error, undefined);
  });
  t.equal(count, 1);
});

const leftovers: Record<string, [script: string, found: string, fresh: unknown]> = {
  'local storage': ['localStorage.a = 1', 'localStorage.length', 0],
  'session storage': ['sessionStorage.a = 1', 'sessionStorage.length', 0],
  'a cookie': ['document.cookie = "a=1; max-age=1000"', 'document.cookie', ''],
  'window.name': ['name = "a"', 'name', ''],
  history: ['for (const at of [1, 2, 3]) history.pushState({}, "", "#" + at)', 'history.length', 2],
  'a cache': ['await (await caches.open("a")).put("/a", new Response("a"))', 'caches.keys()', []],
  'a database': [
    'await new Promise((resolve) => { indexedDB.open("a").onsuccess = resolve })',
    'indexedDB.databases()',
    [],
  ],
  'a file': [
    'await (await navigator.storage.getDirectory()).getFileHandle("a", { create: true })',
    'Array.fromAsync((await navigator.storage.getDirectory()).keys())',
    [],
  ],
  'an opener': ['', 'opener', null],
  timers: [
    `const write = () => { sessionStorage.a = 1; localStorage.a = 1 };
     setInterval(write, 50);
     for (const end of ['pagehide', 'unload', 'visibilitychange', 'freeze']) addEventListener(end, write);
     (async () => { for (;;) { await fetch("/once.js"); write(); await new Promise((resolve) => setTimeout(resolve, 50)) } })();`,
    '[sessionStorage.length, localStorage.length]',
    [0, 0],
  ],
  'a pending response': [
    `addEventListener('pagehide', () => { navigator.sendBeacon('/late-cookie') })`,
    'new Promise((resolve) => setTimeout(() => resolve(document.cookie), 400))',
    '',
  ],
  'a worker': [
    `const code = \`setInterval(() => { indexedDB.open('a'); fetch('/beat') }, 5)\`;
     new Worker(URL.createObjectURL(new Blob([code])))`,
    'indexedDB.databases()',
    [],
  ],
};
for (const [name, [script, found, fresh]] of Object.entries(leftovers))
  t.test(`a page does not find what one before it left: ${name}`, async (t) => {
    const count = await fewestContexts(async (group) => {
      t.same(await read(pageOf('', found), { group }), fresh, 'a fresh context');
      await read(pageOf(script), { group });
      t.same(await read(pageOf('', found), { group }), fresh, 'after that page');
    });
    t.equal(count, 1, 'all in one tab');
  });

const restless = `const write = () => { sessionStorage.a = 1; localStorage.a = 1 };
  setInterval(write, 1);
  (async () => { for (;;) { await fetch('/once.js'); write() } })();`;
t.test('a page that is never idle leaves nothing, either', async (t) => {
  const group = 'restless';
  await read(pageOf(restless), { group });
  t.same(await read(pageOf('', '[sessionStorage.length, localStorage.length]'), { group }), [0, 0]);
});

const unclean: Record<string, string> = {
  'a shared worker': 'new SharedWorker("/worker.js")',
  'a service worker': 'await navigator.serviceWorker.register("/service-worker.js")',
  'a page that never yields': 'addEventListener("pagehide", () => { for (;;); })',
  'a document that has gone': `const frame = document.createElement('iframe');
    frame.src = '${server.url('/worker.js', '127.0.0.2')}';
    document.body.append(frame);
    await new Promise((resolve) => { frame.onload = resolve });
    frame.remove()`,
  'a window': 'open("about:blank")',
};
for (const [name, script] of Object.entries(unclean))
  t.test(`a tab that cannot be cleaned is closed: ${name}`, async (t) => {
    const group = name;
    await read(pageOf(script), { group });
    t.equal(await countContexts(() => read(pageOf(''), { group })), 1);
  });

t.test('a frame of another site leaves nothing, either', async (t) => {
  const inner = pageOf('localStorage.a = 1; sessionStorage.a = 1', '""', '127.0.0.2');
  const frame = `document.body.insertAdjacentHTML('beforeend', '<iframe src="${inner}"></iframe>');
    await new Promise((resolve) => { document.querySelector('iframe').onload = resolve })`;
  await read(pageOf(frame), { group: 'frame' });
  const tells = pageOf(
    'parent.postMessage(JSON.stringify([localStorage.length, sessionStorage.length]), "*")',
    '""',
    '127.0.0.2',
  );
  server.page(
    '/asks',
    `<!doctype html><p id="found"></p><script>
    onmessage = ({ data }) => { document.getElementById('found').textContent = data };</script><iframe src="${tells}"></iframe>`,
  );
  t.same(await read(server.url('/asks'), { group: 'frame' }), [0, 0]);
});

t.test('a render that fails leaves no tab', async (t) => {
  const group = 'failed';
  await read(pageOf(''), { group });
  const cut = server.route('/cut', (_request, response) => void response.destroy());
  await t.rejects(read(cut, { group }));
  t.equal(await countContexts(() => read(pageOf(''), { group })), 1);
});
