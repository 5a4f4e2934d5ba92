import t from 'tap';
import { listenDns } from './fixtures/name-server.ts';
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
  const resolve = createResolver([server]);
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

t.test('localhost means this machine, whatever DNS would say', async (t) => {
  const { server, asked } = await listenDns(t, {});
  const resolve = createResolver([server]);
  t.same(await resolve('localhost'), ['127.0.0.1', '::1']);
  t.same(await resolve('a.b.localhost'), ['127.0.0.1', '::1']);
  t.same(asked, []);
});

t.test('a name that does not exist rejects', async (t) => {
  const { server } = await listenDns(t, {});
  await t.rejects(createResolver([server])('nowhere.invalid'), { name: 'Error' });
});
