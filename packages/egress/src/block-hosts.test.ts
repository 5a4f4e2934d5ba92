import t from 'tap';
import { createEgress } from './egress.ts';
import { listenHttp } from './fixtures/listen.ts';
import { rawClient } from './fixtures/raw-client.ts';

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const upgrade = (url: string) =>
  `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
const connectTo = (target: string) => `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;

t.test('hosts that a judge names are refused, on every way, and are no failures', async (t) => {
  const asked: string[] = [];
  const { port } = await listenHttp(t, (request, response) => {
    asked.push(request.headers.host ?? '');
    response.end('reached');
  });
  const egress = createEgress({ resolve: async () => ['127.0.0.1'], allow: ['127.0.0.1'] });
  t.teardown(() => egress.close());
  const session = await egress.open();
  const judged: string[] = [];
  session.block((host) => {
    judged.push(host);
    return host === 'ads.example';
  });
  for (const text of [
    get(`http://ads.example:${port}/`),
    get(`http://ADS.example.:${port}/`),
    connectTo(`ads.example:${port}`),
    upgrade(`http://ads.example:${port}/`),
  ]) {
    t.equal(await rawClient(session.proxyServer, text).closed(), '', text);
  }
  t.same(asked, []);
  t.same(
    judged,
    Array.from({ length: 4 }, () => 'ads.example'),
    'by its plain name',
  );
  t.same(session.failures, [], 'what somebody wanted is no failure');

  const other = get(`http://shop.example:${port}/`);
  t.match(await rawClient(session.proxyServer, other).closed(), /reached$/);
});

t.test('a judge may take its time, and one that fails lets nothing out', async (t) => {
  const { port } = await listenHttp(t, (_request, response) => response.end('reached'));
  const egress = createEgress({ resolve: async () => ['127.0.0.1'], allow: ['127.0.0.1'] });
  t.teardown(() => egress.close());
  const session = await egress.open();
  const verdicts: Record<string, () => Promise<boolean>> = {
    'yes.example': async () => true,
    'no.example': async () => false,
    'broken.example': async () => Promise.reject(new Error('broken')),
  };
  session.block((host) => verdicts[host]?.() ?? false);
  const ask = (host: string) =>
    rawClient(session.proxyServer, get(`http://${host}:${port}/`)).closed();
  t.equal(await ask('yes.example'), '');
  t.match(await ask('no.example'), /reached$/);
  t.equal(await ask('broken.example'), '');
});
