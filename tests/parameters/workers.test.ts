import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 300, viewport_height: 200 };
const other = (path: string) => server.url(path, '127.0.0.2');

const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
server.file('/asked', 'text/plain', 'x', open);
const ask = (who: string) =>
  `fetch('/asked?${who}'); fetch('${other(`/asked?${who}-away`)}').catch(() => {});`;
server.file(
  '/service.js',
  'text/javascript',
  `addEventListener('install', (event) => event.waitUntil(fetch('/asked?install').then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(fetch(event.request.url + '-by-service')));
${ask('service')}`,
);
server.file('/shared.js', 'text/javascript', ask('shared'));
server.file('/dedicated.js', 'text/javascript', ask('dedicated'));
server.page(
  '/framed-workers',
  `<script>navigator.serviceWorker.register('/service.js?framed')</script>`,
);
const url = server.page(
  '/workers',
  `<!doctype html><script>
new Worker('/dedicated.js');
globalThis.SharedWorker && new SharedWorker('/shared.js');
navigator.serviceWorker.register('/service.js')
  .then(() => navigator.serviceWorker.ready).then(() => fetch('/asked?page')).catch(() => fetch('/asked?refused'));
</script><iframe src="${other('/framed-workers')}"></iframe><iframe></iframe><script>
frames[1].navigator.serviceWorker?.register('/service.js?stolen').catch(() => {});
</script>`,
);

/** Requests besides those of pages. */
async function asked(parameters: Record<string, unknown>) {
  const from = server.log.length;
  await lab.render({ url, wait_until: ['load'], delay: 1, ...parameters, ...small });
  return server.log
    .slice(from)
    .filter(({ url }) => /asked|service|shared/.test(url))
    .filter(({ method }) => method === 'GET');
}

const names = (requests: Awaited<ReturnType<typeof asked>>) =>
  [...new Set(requests.map(({ url }) => url.replace('/asked?', '')))].toSorted();

t.test('a page has its workers where nothing is asked of its requests', async (t) => {
  const found = names(await asked({}));
  for (const name of ['/service.js', '/shared.js', 'install', 'shared', 'service', 'dedicated'])
    t.ok(found.includes(name), name);
});

const without = ['dedicated', 'dedicated-away', 'refused'];

t.test('headers and authorization reach all of the own origin, and no other', async (t) => {
  const requests = await asked({ headers: ['x-one: 1'], authorization: 'dXNlcjpwYXNz' });
  t.same(names(requests), without);
  for (const { url, headers } of requests) {
    const isAway = url.endsWith('away');
    t.equal(headers['x-one'], isAway ? undefined : '1', url);
    t.equal(headers.authorization, isAway ? undefined : 'Basic dXNlcjpwYXNz', url);
  }
});

t.test('the user agent is that of the request, in workers too', async (t) => {
  const requests = await asked({ user_agent: 'Mine/1.0' });
  t.same(names(requests), without);
  for (const { url, headers } of requests) t.equal(headers['user-agent'], 'Mine/1.0', url);
  if (!inDepth(t, 'a phone')) return;
  const phone = await asked({ viewport_device: 'iphone_15' });
  t.same(names(phone), without);
  for (const { url, headers } of phone) t.match(headers['user-agent'], /iPhone/, url);
});

t.test('no worker asks for what is blocked', async (t) => {
  t.same(names(await asked({ block_ressources: ['fetch'] })), []);
  // As in `network.test.ts`.
  if (inDepth(t, 'something else'))
    t.same(names(await asked({ block_ressources: ['font'] })), without);
});
