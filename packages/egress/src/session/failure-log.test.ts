import t from 'tap';
import { createFailureLog } from '../failure.ts';

t.test('each target once, the latest last', async (t) => {
  const log = createFailureLog();
  const failure = (host: string) => ({ kind: 'denied' as const, host, port: 80, reason: host });
  for (const host of ['a', 'b', 'a']) log.add(failure(host));
  t.same(
    log.entries.map(({ host }) => host),
    ['b', 'a'],
  );
});

t.test('a page that fails without end keeps the latest 200', async (t) => {
  const log = createFailureLog();
  for (let port = 1; port <= 1000; port += 1) log.add({ kind: 'dns', host: 'a', port, reason: '' });
  t.equal(log.entries.length, 200);
  t.equal(log.entries.at(-1)?.port, 1000);
});
