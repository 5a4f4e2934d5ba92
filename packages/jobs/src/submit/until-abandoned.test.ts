import { RenderError } from '@tintype/contract';
import t from 'tap';
import { untilAbandoned } from './until-abandoned.ts';

const gone = new RenderError('cancelled');

/** The waiting of an abandoned job does not keep Node running. */
const alive = setInterval(() => {}, 60_000);
t.teardown(() => clearInterval(alive));

function ended(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener('abort', () => resolve(signal.reason));
  });
}

t.test('a client that has gone away is waited for', async (t) => {
  const client = new AbortController();
  const signal = untilAbandoned(client.signal, { graceMs: 20, isAwaited: () => false });
  client.abort(gone);
  t.notOk(signal.aborted);
  t.equal(await ended(signal), gone);
});

t.test('one that asks again keeps it alive', async (t) => {
  const client = new AbortController();
  const looked = Promise.withResolvers<boolean>();
  const isAwaited = () => {
    looked.resolve(true);
    return true;
  };
  const signal = untilAbandoned(client.signal, { graceMs: 1, isAwaited });
  client.abort(gone);
  t.ok(await looked.promise);
  await new Promise((resolve) => setImmediate(resolve));
  t.notOk(signal.aborted);
});

t.test('stopping the service waits for no client', async (t) => {
  const reason = new RenderError('shutting_down');
  const never = { graceMs: 60_000, isAwaited: () => false };
  t.equal(untilAbandoned(AbortSignal.abort(reason), never).reason, reason);
});
