import { createClient, type Client } from '@tintype/client';
import type { MonitorCheck, MonitorEvent } from '@tintype/contract/wire';
import { createFixtureServer, readPixels, until, type FixtureServer } from '@tintype/testkit';
import { startMailServer } from '@tintype/testkit/mail-server';
import t from 'tap';
import { readMail } from './read-mail.ts';
import { makeDataDir, runService, type ServiceProcess } from '../serve/run-service.ts';

/** A page: `version` is set by the test, and `load` counts its loads. */
type Page = (version: string, load: number) => string;

const filler = Array.from(
  { length: 12 },
  (_, at) => `<p>Paragraph ${at} of a page with enough text to be a page.</p>`,
).join('');
const body = (content: string, style = '') =>
  `<!doctype html><title>Shop</title><style>body{font:16px sans-serif;margin:20px}${style}</style>
  <h1>Shop</h1>${content}${filler}`;

const pages: Record<string, Page> = {
  banner: (version) =>
    body(version === 'a' ? '' : '<p style="background:#fd0;padding:20px">Sale this week</p>'),
  word: (version) => body(`<p>The price is <b>${version === 'a' ? '10' : '12'}</b> euros.</p>`),
  colour: (version) =>
    body('<p class="status">Status</p>', `.status{color:${version === 'a' ? 'green' : 'red'}}`),
  clock: (version, load) => body(`<p>Now: 12:${10 + load}:00</p><p>Text ${version}</p>`),
  ad: (_version, load) =>
    body(`<div style="width:300px;height:90px;background:hsl(${load * 67} 80% 50%)"></div>`),
  animation: () =>
    body(
      '<i class="spin"></i>',
      '.spin{display:block;width:40px;height:40px;background:linear-gradient(red,blue);animation:s 3s linear infinite}@keyframes s{to{transform:rotate(360deg)}}',
    ),
  variant: (version) => body(`<h2>Layout ${version}</h2>`),
  error: () => body('<p>All is well.</p>'),
  consent: (_version, load) =>
    body(
      load % 2 === 0
        ? ''
        : `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="position:fixed;inset:auto 0 0 0;background:#ccc;padding:40px">
           We use cookies <button id="onetrust-reject-all-handler" onclick="document.getElementById('onetrust-consent-sdk').remove()">Reject all</button></div></div>`,
    ),
};

interface Site {
  versions: Map<string, string>;
  events: MonitorEvent[];
  url(name: string): string;
  hook: string;
}

function createSite(server: FixtureServer): Site {
  const versions = new Map<string, string>();
  const loads = new Map<string, number>();
  const events: MonitorEvent[] = [];
  for (const [name, page] of Object.entries(pages)) {
    server.route(`/${name}`, (_request, response) => {
      const version = versions.get(name) ?? 'a';
      const load = loads.get(name) ?? 0;
      loads.set(name, load + 1);
      const isDown = version === 'down';
      response.writeHead(isDown ? 503 : 200, { 'content-type': 'text/html' });
      response.end(isDown ? '<h1>Service unavailable</h1>' : page(version, load));
    });
  }
  const hook = server.route('/hook', async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    events.push(JSON.parse(text) as MonitorEvent);
    response.writeHead(204).end();
  });
  return { versions, events, hook, url: (name) => server.url(`/${name}`) };
}

t.test('monitors report what changed, and nothing else', async (t) => {
  const site = createSite(await createFixtureServer(t));
  const dataDir = makeDataDir(t);
  const mailServer = await startMailServer(t);
  const options = {
    args: ['--egress-allow', '127.0.0.1', '--mail-from', 'tintype@t.example'],
    env: { TINTYPE_WEBHOOK_ALLOW_HTTP: '1', TINTYPE_SMTP_URL: mailServer.url },
  };
  let service: ServiceProcess = await runService(t, { ...options, dataDir });
  const { accessKey } = service;
  let client: Client = createClient({ baseUrl: service.address, accessKey });
  const ids = new Map<string, number>();
  for (const name of Object.keys(pages)) {
    const query = new URLSearchParams({
      url: site.url(name),
      webhook_url: site.hook,
      viewport_width: '800',
      full_page: 'true',
      block_annoyance: 'cookies_banner',
    });
    const calendar = { name, frequency: 'every_month' as const };
    const task = await client.tasks.create({
      ...calendar,
      api: 'screenshot',
      query: String(query),
      watch: { on: 'any', notify: [{ type: 'email', to: 'ann@shop.example' }] },
    });
    ids.set(name, task.id);
  }
  const idOf = (name: string) => ids.get(name) ?? 0;
  const checksOf = async (name: string) => (await client.tasks.checks(idOf(name))).toReversed();
  const expected = new Map<string, string[]>();

  /** Runs these monitors, and waits for what follows. */
  async function run(outcomes: Record<string, string>, interrupt?: () => Promise<void>) {
    for (const [name, told] of Object.entries(outcomes)) {
      expected.set(name, [...(expected.get(name) ?? []), ...told.split(' ')]);
      await client.tasks.run(idOf(name));
    }
    await interrupt?.();
    for (const name of Object.keys(outcomes)) {
      const count = expected.get(name)?.length ?? 0;
      const checks: MonitorCheck[] = await until(async () => {
        const found = await checksOf(name);
        return found.length >= count && found;
      }, 60_000);
      const told = checks.map(({ outcome }) => outcome);
      t.same(
        told,
        expected.get(name),
        `${name}: ${checks.map(({ error = '' }) => error).join('')}`,
      );
    }
  }
  const toAll = (told: string) =>
    Object.fromEntries(Object.keys(pages).map((name) => [name, told]));

  await run(toAll('calibrating baseline'));
  await run(toAll('same'));
  t.same(site.events, []);

  for (const name of ['banner', 'word', 'colour', 'variant', 'clock']) site.versions.set(name, 'b');
  site.versions.set('error', 'down');
  const { banner, ...others } = toAll('same');
  const changes = Object.fromEntries(
    ['banner', 'word', 'colour', 'variant', 'clock'].map((name) => [name, 'unconfirmed changed']),
  );
  t.ok(banner);
  await run({ ...others, ...changes, error: 'failed failed' }, async () => {
    service.child.kill('SIGKILL');
    await service.ended;
    service = await runService(t, { ...options, dataDir });
    client = createClient({ baseUrl: service.address, accessKey });
  });

  const [variant] = (await checksOf('variant')).toReversed();
  await client.tasks.accept(idOf('variant'), variant?.request ?? '', 'variant');
  site.versions.set('variant', 'a');
  site.versions.set('error', 'a');
  await run({ ...toAll('same'), variant: 'variant' });
  site.versions.set('variant', 'c');
  await run({ variant: 'unconfirmed changed', error: 'same' });

  const told = () => site.events.map(({ event, task }) => `${task.name} ${event}`).toSorted();
  const events = [
    'banner changed',
    'clock changed',
    'colour changed',
    'error failed',
    'error recovered',
    'variant changed',
    'variant changed',
    'word changed',
  ];
  await until(() => told().length >= events.length, 30_000);
  t.same(told(), events);

  // A delivery that a killed service repeats has the id of the first.
  const mails = () => {
    const all = mailServer.received.map(({ message }) => readMail(message));
    return [...new Map(all.map((mail) => [mail.id, mail])).values()];
  };
  const sent = () =>
    mails()
      .map(({ subject }) => subject.replace(/^(\w+): (\w+)$/, '$2 $1').toLowerCase())
      .toSorted();
  await until(() => sent().length >= events.length, 30_000);
  t.same(sent(), events);
  t.ok(mailServer.received.every(({ to }) => to.join() === 'ann@shop.example'));
  const mailOf = (subject: string) => mails().find((mail) => mail.subject === subject);
  t.match(mailOf('Changed: word'), { text: /-.*10.*\n\+.*12/ });
  t.match(mailOf('Failed: error'), { text: /503/ });

  const checkOf = (name: string) => site.events.find(({ task }) => task.name === name)?.check;
  t.match(checkOf('word'), { text: { diff: /-.*10.*\n\+.*12/ }, visual: { region_count: 1 } });
  t.match(checkOf('banner'), { text: { added: Number, removed: 0 } });
  t.match(checkOf('colour'), { text: { changed: 0 } });
  t.match(checkOf('error'), { outcome: 'failed', error: String });
  const fetchImage = async (address = 'http://x/') => {
    const image = await fetch(service.address + new URL(address).pathname);
    t.match(image, { status: 200 });
    t.equal(image.headers.get('content-type'), 'image/png');
    return readPixels(Buffer.from(await image.arrayBuffer()));
  };
  const { overlay, after } = checkOf('banner') ?? {};
  const overlaid = await fetchImage(overlay);
  const attached = await readPixels(mailOf('Changed: banner')?.image ?? Buffer.alloc(0));
  const share = attached.countDifferent(overlaid, 60) / (overlaid.width * overlaid.height);
  t.ok(share < 0.01, 'the image of the e-mail is the overlay, as JPEG');
  const { body: present } = await client.screenshot({
    url: site.url('banner'),
    format: 'png',
    viewport_width: 800,
    full_page: true,
  });
  const seen = await readPixels(Buffer.from(present));
  t.equal((await fetchImage(after?.image)).countDifferent(seen), 0, 'the page as it is now');
});
