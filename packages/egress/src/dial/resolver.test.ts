import t from 'tap';
import { listenDns } from '../fixtures/name-server.ts';
import { createResolver } from './resolver.ts';

const six = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

t.test('both kinds of address, and the answer is kept for its time', async (t) => {
  const { server, asked } = await listenDns(t, {
    'both.example': [
      { type: 1, bytes: [93, 184, 216, 34], ttlSeconds: 60 },
      { type: 1, bytes: [10, 0, 0, 5], ttlSeconds: 60 },
      { type: 28, bytes: six, ttlSeconds: 60 },
    ],
    'fleeting.example': [{ type: 1, bytes: [1, 1, 1, 1], ttlSeconds: 0 }],
    'six.example': [{ type: 28, bytes: six, ttlSeconds: 60 }],
  });
  const { resolve } = createResolver({ servers: [server] });
  t.same(
    new Set(await resolve('both.example')),
    new Set(['93.184.216.34', '10.0.0.5', '2001:db8::1']),
  );
  t.same((await resolve('both.example')).length, 3);
  t.same(asked.toSorted(), ['both.example 1', 'both.example 28'], 'asked once');
  t.same(await resolve('six.example'), ['2001:db8::1']);
  asked.length = 0;
  t.same(await resolve('fleeting.example'), ['1.1.1.1']);
  t.same(await resolve('fleeting.example'), ['1.1.1.1']);
  t.equal(asked.length, 4, 'asked again');
});

t.test('what was found for one is not known to another', async (t) => {
  const { server, asked } = await listenDns(t, {
    'a.example': [
      { type: 1, bytes: [93, 184, 216, 34], ttlSeconds: 60 },
      { type: 28, bytes: six, ttlSeconds: 60 },
    ],
  });
  const { resolve } = createResolver({ servers: [server] });
  for (const scope of ['one', 'one', undefined, undefined, 'two'])
    t.equal((await resolve('a.example', false, scope)).length, 2);
  t.equal(asked.length, 6, 'once for each');
});

t.test('localhost means this machine, whatever DNS would say', async (t) => {
  const { server, asked } = await listenDns(t, {});
  const { resolve } = createResolver({ servers: [server] });
  t.same(await resolve('localhost'), ['127.0.0.1', '::1']);
  t.same(await resolve('a.b.localhost'), ['127.0.0.1', '::1']);
  t.same(asked, []);
});

t.test('a name that does not exist rejects', async (t) => {
  const { server } = await listenDns(t, {});
  await t.rejects(createResolver({ servers: [server] }).resolve('nowhere.invalid'), {
    name: 'Error',
  });
});

const a = { type: 1, bytes: [93, 184, 216, 34], ttlSeconds: 60 } as const;
const never = new Promise<never>(() => {});

t.test('a name server that drops one kind of question does not hold up the other', async (t) => {
  for (const [dropped, host, address] of [
    [28, 'four.example', '93.184.216.34'],
    [1, 'six.example', '2001:db8::1'],
  ] as const) {
    const zone = { [host]: [a, { type: 28, bytes: six, ttlSeconds: 60 }] } as const;
    const { server } = await listenDns(t, zone, async (_name, type) =>
      type === dropped ? never : 'answer',
    );
    const names = createResolver({ servers: [server], delayMs: 1 });
    const found = await names.resolve(host);
    t.same([...found], [address]);
    t.ok(found.late, 'while the question is still open');
    t.equal(await names.resolve(host), found, 'the next need not wait either');
    names.close();
    t.same(await found.late, [], 'closing ends the question');
  }
});

t.test('a late answer reaches the waiting callers and the next one', async (t) => {
  const held = Promise.withResolvers<'answer'>();
  const inside = { type: 28, bytes: [0xfd, ...six.slice(1)], ttlSeconds: 60 } as const;
  const { server } = await listenDns(t, { 'late.example': [a, inside] }, async (_name, type) =>
    type === 28 ? held.promise : 'answer',
  );
  const { resolve } = createResolver({ servers: [server], delayMs: 1 });
  const found = await resolve('late.example');
  t.same([...found], ['93.184.216.34']);
  held.resolve('answer');
  t.same(await found.late, ['fd01:db8::1']);
  t.same([...found], ['93.184.216.34'], 'what was given stays as it was');
  t.same([...(await resolve('late.example'))], ['93.184.216.34', 'fd01:db8::1']);
});

t.test('a family without an address is no answer about the other', async (t) => {
  for (const outcome of ['fail', 'answer'] as const) {
    const asked = Promise.withResolvers<void>();
    const { server } = await listenDns(t, { 'four.example': [a] }, async (_name, type) => {
      if (type === 28) {
        asked.resolve();
        return outcome;
      }
      await asked.promise;
      return 'answer';
    });
    const found = await createResolver({ servers: [server], delayMs: 1 }).resolve('four.example');
    t.same([...found], ['93.184.216.34'], outcome);
  }
});
