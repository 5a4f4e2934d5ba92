import t from 'tap';
import { createLab, type Parameters } from './lab.ts';

const lab = await createLab(t);
let pages = 0;

/** Returns what an expression is in a page. */
async function read<T>(
  expression: string,
  parameters: Parameters,
  { url, ...options }: { url?: string; group?: string } = {},
): Promise<T> {
  const page = url ?? pageOf(expression);
  const more = { kind: 'scrape', url: page, wait_for_function: 'document.title' };
  const { body } = await lab.render({ ...more, ...parameters }, options);
  const text = /id="found">(.*?)<\/p>/.exec(Buffer.from(body).toString())?.[1] ?? 'null';
  return JSON.parse(text.replaceAll('&quot;', '"')) as T;
}

/** Returns the URL of a page that shows what an expression gives. */
function pageOf(expression: string): string {
  return lab.server.page(
    `/permissions-${(pages += 1)}`,
    `<!doctype html><p id="found"></p><script type="module">
document.getElementById('found').textContent = JSON.stringify(await (${expression}));
document.title = 'done';</script>`,
  );
}

const names = [
  'geolocation',
  'notifications',
  'clipboard-write',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'background-sync',
  'payment-handler',
  'storage-access',
  'local-fonts',
  'screen-wake-lock',
] as const;
const states = (all: readonly string[]) =>
  `Promise.all(${JSON.stringify(all)}.map(async (name) =>
    (await navigator.permissions.query({ name })).state))`;
const others = ['clipboard-read', 'camera', 'microphone', 'midi'];

t.test('no permission is granted by default', async (t) => {
  const found = await read<string[]>(states([...names, ...others]), {});
  t.same(found, Array(names.length + others.length).fill('prompt'));
});

t.test('each permission is granted, and no other', async (t) => {
  t.same(await read(states(names), { permissions: names }), Array(names.length).fill('granted'));
  const some = ['notifications', 'screen-wake-lock', ...others];
  const found = await read(states(some), { permissions: ['notifications'] });
  t.same(found, ['granted', ...Array(some.length - 1).fill('denied')]);
});

t.test('pages use their permissions without a prompt', async (t) => {
  const attempt = (call: string) => `${call}.then(() => 'done', ({ name }) => name)`;
  const clicked = `new Promise((done) => {
    onclick = async () => done(await ${attempt('navigator.clipboard.writeText("text")')});
  })`;
  const uses: [string, string, string, string, Parameters?][] = [
    ['notifications', 'Notification.requestPermission()', 'granted', 'default'],
    [
      'screen-wake-lock',
      attempt('navigator.wakeLock.request("screen")'),
      'done',
      'NotAllowedError',
    ],
    // A page needs a click for it, too.
    ['clipboard-write', clicked, 'done', 'NotAllowedError', { click_selector: 'html' }],
  ];
  for (const [name, expression, granted, denied, more = {}] of uses) {
    t.equal(await read(expression, { ...more, permissions: name }), granted, name);
    t.equal(await read(expression, more), denied, `${name} is not granted`);
  }
});

const position = `new Promise((done) => navigator.geolocation.getCurrentPosition(
  ({ coords }) => done(coords.latitude), ({ code }) => done('error ' + code), { timeout: 5000 }))`;

t.test('geolocation and its coordinates', async (t) => {
  const place = { geolocation_latitude: 48.5, geolocation_longitude: 11 };
  const asked = `Promise.all([${position}, ${states(['notifications'])}])`;
  t.same(await read(asked, place), [48.5, ['denied']]);
  const both = { ...place, permissions: ['notifications'] };
  t.same(await read(asked, both), [48.5, ['granted']]);
  // 2: the position is unavailable, rather than that of the machine.
  t.equal(await read(position, { permissions: ['geolocation'] }), 'error 2');
});

t.test('frames of other origins and pages behind redirects have the permissions', async (t) => {
  const inner = lab.server.url('/inner', '127.0.0.2');
  lab.server.page(
    '/inner',
    `<script>navigator.permissions.query({ name: 'storage-access' })
      .then(({ state }) => parent.postMessage(state, '*'))</script>`,
  );
  const inFrame = `new Promise((done) => {
    onmessage = ({ data }) => done(data);
    const frame = document.createElement('iframe');
    frame.src = ${JSON.stringify(inner)};
    document.body.append(frame);
  })`;
  t.equal(await read(inFrame, { permissions: ['storage-access'] }), 'granted');
  const target = pageOf(states(['notifications'])).replace('127.0.0.1', '127.0.0.2');
  lab.server.route('/elsewhere', (_request, response) => {
    response.writeHead(302, { location: target });
    response.end();
  });
  const url = lab.server.url('/elsewhere');
  // Only HTTPS and loopback are secure contexts, and 127.0.0.2 is loopback.
  t.same(await read('', { permissions: ['notifications'] }, { url }), ['granted']);
});

t.test('a permission does not reach another render of a group', async (t) => {
  const url = pageOf(states(['notifications']));
  const group = 'permissions';
  for (const permissions of [undefined, 'notifications', undefined, 'notifications'])
    t.same(await read('', permissions === undefined ? {} : { permissions }, { url, group }), [
      permissions === undefined ? 'prompt' : 'granted',
    ]);
});

t.test('an open page has its permissions', async (t) => {
  const url = pageOf(states(['notifications']));
  await using page = await lab.open({
    url,
    permissions: ['notifications'],
    wait_for_function: 'document.title',
  });
  const { body } = await page.capture({ kind: 'scrape' });
  t.match(Buffer.from(body).toString(), /granted/);
});

t.test('names that do not exist, and those of the machine, are rejected', async (t) => {
  for (const permissions of ['camera', 'clipboard-read', ['notifications', 'nothing']])
    t.match(await lab.failure({ url: 'http://127.0.0.1/', permissions }), {
      code: 'invalid_parameter',
      message: /^permissions must .*geolocation, notifications, clipboard-write/,
    });
});
