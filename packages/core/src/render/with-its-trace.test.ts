import { RenderError } from '@tintype/contract';
import t from 'tap';
import { withItsTrace } from './with-its-trace.ts';

const timeout = new RenderError('timeout');

t.test('the trace of what ended comes a moment later', async (t) => {
  const traced = timeout.traced(Buffer.from('how'));
  const work = (async () => {
    await new Promise(setImmediate);
    throw traced;
  })();
  t.equal(await withItsTrace(work, timeout), traced);
});

t.test('what has none is told as it came', async (t) => {
  const other = Promise.reject(new RenderError('internal'));
  t.equal(await withItsTrace(other, timeout), timeout);
  t.equal(await withItsTrace(Promise.resolve('a result'), timeout), timeout);
});

t.test('nobody who has left waits for it', async (t) => {
  const cancelled = new RenderError('cancelled');
  t.equal(await withItsTrace(new Promise(() => {}), cancelled), cancelled);
});
