import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import t from 'tap';
import type { Lease } from '../browser-source.ts';
import { recordWork } from '../fixtures/recording-page.ts';
import { acquirePage } from './acquire-page.ts';

interface Asked {
  gpu: boolean;
  frameControl?: boolean;
  signal: AbortSignal;
}

/** A source whose pages come when told. */
function openSource(queueTimeoutMs = Infinity) {
  const { context, request } = recordWork({ timeout: 5 });
  t.teardown(() => context.deadline.dispose());
  const asked: Asked[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Lease>();
  let released = 0;
  const source = {
    concurrency: 1,
    acquire: (options: Asked) => {
      asked.push(options);
      return promise;
    },
    stop: async () => {},
  };
  const lease = { release: () => (released += 1) } as unknown as Lease;
  const acquiring = acquirePage(
    { source, queueTimeoutMs },
    { frameControl: true },
    request,
    context,
  );
  return {
    acquiring,
    asked,
    context,
    give: () => resolve(lease),
    refuse: reject,
    lease,
    get released() {
      return released;
    },
  };
}

t.test('starts the clock of a render with its page', async (t) => {
  const { acquiring, asked, context, give, lease } = openSource();
  t.match(asked, [{ gpu: false, frameControl: true }]);
  await delay(30);
  t.equal(context.deadline.remainingMs(), 5_000, 'waiting is none of it');
  give();
  t.equal(await acquiring, lease);
  await delay(10);
  t.ok(context.deadline.remainingMs() < 5_000);
});

t.test('reports the time limit of the engine when a render has waited that long', async (t) => {
  const source = openSource(20);
  await t.rejects(source.acquiring, {
    code: 'queue_full',
    message: /^The render waited 0\.02 s for a page \(queueTimeout\)/,
    retryAfterS: 1,
  });
  t.ok(source.asked[0]?.signal.aborted, 'the source is told');
  source.give();
  await delay(0);
  t.equal(source.released, 1, 'a page that comes too late goes straight back');
});

t.test('a caller that aborts gets no page, and holds none', async (t) => {
  const source = openSource();
  source.context.deadline.fail(new RenderError('cancelled'));
  await t.rejects(source.acquiring, { code: 'cancelled' });
  t.ok(source.asked[0]?.signal.aborted);
  source.give();
  await delay(0);
  t.equal(source.released, 1);
});

t.test('reports errors of the source, and leaves no rejection unhandled', async (t) => {
  const refused = openSource();
  refused.refuse(new RenderError('browser_unavailable', 'No browser was found.'));
  await t.rejects(refused.acquiring, { code: 'browser_unavailable' });
  const late = openSource(5);
  await t.rejects(late.acquiring, { code: 'queue_full' });
  late.refuse(new Error('too late'));
  await delay(0);
});
