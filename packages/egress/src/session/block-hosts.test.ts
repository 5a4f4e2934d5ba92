import t from 'tap';
import { createEgress } from '../egress.ts';
import { listenHttp } from '../fixtures/listen.ts';
import { socksClient } from '../fixtures/raw-client.ts';

const get = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const granted = 0;
const notAllowed = 2;

t.test('hosts that a filter blocks are refused, and are not failures', async (t) => {
  const asked: string[] = [];
  const { port } = await listenHttp(t, (request, response) => {
    asked.push(request.headers.host ?? '');
    response.end('reached');
  });
  const egress = createEgress({ resolve: async () => ['127.0.0.1'], allow: ['127.0.0.1'] });
  t.teardown(() => egress.close());
  const session = await egress.open();
  const filtered: string[] = [];
  session.block((host) => {
    filtered.push(host);
    return host === 'ads.example';
  });
  for (const host of ['ads.example', 'ADS.example.']) {
    const client = await socksClient(session, host, port, get);
    t.equal(client.reply, notAllowed, host);
    t.equal(await client.closed(), '');
  }
  t.same(asked, []);
  t.same(filtered, ['ads.example', 'ads.example'], 'by its plain name');
  t.same(session.failures, [], 'a host that was blocked on purpose is not a failure');

  const other = await socksClient(session, 'shop.example', port, get);
  t.equal(other.reply, granted);
  t.match(await other.closed(), /reached$/);
});

t.test('a filter may answer late, and one that fails blocks', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const egress = createEgress({ resolve: async () => ['127.0.0.1'], allow: ['127.0.0.1'] });
  t.teardown(() => egress.close());
  const session = await egress.open();
  const decisions: Record<string, () => Promise<boolean>> = {
    'yes.example': async () => true,
    'no.example': async () => false,
    'broken.example': async () => Promise.reject(new Error('broken')),
  };
  session.block((host) => decisions[host]?.() ?? false);
  const ask = async (host: string) => (await socksClient(session, host, port, get)).closed();
  t.equal(await ask('yes.example'), '');
  t.match(await ask('no.example'), /reached$/);
  t.equal(await ask('broken.example'), '');
});

t.test('a proxy of the request does not bypass the filter', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('proxied'));
  const egress = createEgress({
    resolve: async () => ['93.184.216.34'],
    allow: ['127.0.0.1'],
    proxyNames: true,
  });
  t.teardown(() => egress.close());
  const session = await egress.open();
  session.configure({ upstream: `http://127.0.0.1:${port}` });
  session.block((host) => host === 'ads.example');
  t.equal((await socksClient(session, 'ads.example', 80, get)).reply, notAllowed);
  const other = await socksClient(session, 'shop.example', 80, get);
  t.match(await other.closed(), /proxied$/);
});
