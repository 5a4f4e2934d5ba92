import t from 'tap';
import { stopBegun } from './stop-begun.ts';

t.test('each is stopped, whatever becomes of the others', async (t) => {
  const stopped: string[] = [];
  await stopBegun([
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

t.test('what does not stop is not waited for', async (t) => {
  await stopBegun([() => new Promise(() => {})], 10);
  t.pass('it goes on');
});
