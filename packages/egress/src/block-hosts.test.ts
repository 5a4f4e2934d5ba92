import t from 'tap';
import { createEgress } from './egress.ts';
import { listenHttp } from './fixtures/listen.ts';
import { socksClient } from './fixtures/raw-client.ts';

const granted = 0;
const notAllowed = 2;

t.test('hosts that a judge names are refused, and are no failures', async (t) => {
  let reached = 0;
  const { port } = await listenHttp(t, (_request, response) => response.end(String(++reached)));
  const egress = createEgress({ resolve: async () => ['127.0.0.1'], allow: ['127.0.0.1'] });
  t.teardown(() => egress.close());
  const session = await egress.open();
  const judged: string[] = [];
  session.block((host) => {
    judged.push(host);
    return host === 'ads.example';
  });
  for (const host of ['ads.example', 'ADS.example.']) {
    t.equal((await socksClient(session, host, port)).reply, notAllowed, host);
  }
  t.same(judged, ['ads.example', 'ads.example'], 'by its plain name');
  t.same(session.failures, [], 'what somebody wanted is no failure');
  const other = await socksClient(session, 'shop.example', port);
  t.equal(other.reply, granted);
  other.socket.destroy();
  t.equal(reached, 0);
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
  session.block((host) => {
    if (host === 'throws.example') throw new Error('broken');
    return verdicts[host]?.() ?? false;
  });
  const ask = async (host: string) => {
    const client = await socksClient(session, host, port);
    client.socket.destroy();
    return client.reply;
  };
  t.equal(await ask('yes.example'), notAllowed);
  t.equal(await ask('no.example'), granted);
  t.equal(await ask('broken.example'), notAllowed);
  t.equal(await ask('throws.example'), notAllowed);
});
