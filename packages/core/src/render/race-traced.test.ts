import { RenderError } from '@tintype/contract';
import t from 'tap';
import { raceTraced } from './race-traced.ts';
import { createDeadline } from '../time/deadline.ts';

const timeout = new RenderError('timeout');

/** A context whose time is over, with the reason. */
function over(reason: RenderError) {
  const deadline = createDeadline(1000);
  deadline.fail(reason);
  return { deadline, trace: 'brief' as const };
}

t.test('waits for the trace after the deadline', async (t) => {
  const work = (async () => {
    await new Promise(setImmediate);
    throw timeout.traced(Buffer.from('how'));
  })();
  await t.rejects(raceTraced(over(timeout), work), { code: 'timeout', trace: Buffer.from('how') });
});

t.test('reports an error without a code unchanged', async (t) => {
  const late = async (end: () => unknown) => {
    await new Promise(setImmediate);
    return end();
  };
  const failing = late(() => {
    throw new RenderError('internal');
  });
  await t.rejects(raceTraced(over(timeout), failing), { code: 'timeout', trace: undefined });
  const succeeding = late(() => 'a result');
  await t.rejects(raceTraced(over(timeout), succeeding), { code: 'timeout' });
});

t.test('waits for no trace after the caller has left, or if none was requested', async (t) => {
  const never = new Promise(() => {});
  const cancelled = over(new RenderError('cancelled'));
  await t.rejects(raceTraced(cancelled, never), { code: 'cancelled' });
  await t.rejects(raceTraced({ ...over(timeout), trace: false }, never), { code: 'timeout' });
});
