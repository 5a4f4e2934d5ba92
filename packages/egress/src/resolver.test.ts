import t from 'tap';
import { createResolver } from './resolver.ts';

t.test('localhost means this machine, whatever DNS would say', async (t) => {
  const resolve = createResolver();
  t.same(await resolve('localhost'), ['127.0.0.1', '::1']);
  t.same(await resolve('a.b.localhost'), ['127.0.0.1', '::1']);
});

t.test('a name that cannot exist rejects', async (t) => {
  await t.rejects(createResolver()('nowhere.invalid'), { name: 'Error' });
});
