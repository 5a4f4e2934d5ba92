import t from 'tap';
import { stopStarted } from './stop-started.ts';

t.test('stops each part, even if others fail', async (t) => {
  const stopped: string[] = [];
  await stopStarted([
    async () => {
      throw new Error('the browser does not stop');
    },
    () => {
      throw new Error('nor does this, at once');
    },
    async () => {
      await new Promise((done) => setImmediate(done));
      stopped.push('store');
    },
  ]);
  t.same(stopped, ['store']);
});

t.test('does not wait for a part that does not stop', async (t) => {
  await stopStarted([() => new Promise(() => {})], 10);
  t.pass('it goes on');
});
