import { RenderError } from '@tintype/contract';
import t from 'tap';
import { contextOf, outcomeOf, requestOf } from '../../fixtures/job-context.ts';
import { observed, type Execution } from './observed.ts';

function watched() {
  const told: Execution[] = [];
  return { told, layer: observed({ executed: (one) => told.push(one) }, () => 1_500) };
}

t.test('reports the end of a job once, with the time it waited for its slot', async (t) => {
  const { told, layer } = watched();
  const waits: number[] = [];
  const context = contextOf({ onSlot: (waitedMs) => void waits.push(waitedMs) });
  await layer(requestOf(), context, async (_request, { onSlot }) => {
    onSlot?.(20);
    return outcomeOf({ queueMs: 20, cache: 'MISS' });
  });
  t.match(told, [
    {
      kind: 'screenshot',
      mode: 'direct',
      outcome: 'succeeded',
      queueMs: 20,
      totalMs: 500,
      cache: 'MISS',
    },
  ]);
  t.equal(told.length, 1);
  t.same(waits, [20], 'and whoever asked is told, too');
});

t.test('reports whether the login of a session was repeated', async (t) => {
  const { told, layer } = watched();
  for (const more of [undefined, {}, { refreshed: true }, { refreshed: true, expired: true }]) {
    const outcome = outcomeOf();
    const session = more && { name: 'shop', used: true, ...more };
    Object.assign(outcome.result.receipt, session && { session });
    await layer(requestOf(), contextOf(), async () => outcome);
  }
  t.same(
    told.map(({ login }) => login),
    [undefined, 'stored', 'repeated', 'expired'],
  );
});

t.test('reports an error by its code', async (t) => {
  const failures: [unknown, AbortSignal, string][] = [
    [new RenderError('dns_failed'), new AbortController().signal, 'dns_failed'],
    [new Error('a bug'), new AbortController().signal, 'internal'],
    [new Error('aborted'), AbortSignal.abort(), 'cancelled'],
    [new Error('aborted'), AbortSignal.abort(new RenderError('shutting_down')), 'shutting_down'],
  ];
  for (const [error, signal, code] of failures) {
    const { told, layer } = watched();
    const context = contextOf({ signal, isQueued: true });
    await t.rejects(
      layer(requestOf(), context, () => Promise.reject(error as Error)),
      { code },
    );
    t.match(told, [{ outcome: code, mode: 'queued', timings: [] }]);
  }
});

t.test('what a plugin of the operator says of itself stays inside', async (t) => {
  const cause = new RenderError('internal', 'the plugin of the house failed');
  const work = watched().layer(requestOf(), contextOf(), () => Promise.reject(cause));
  await t.rejects(work, { code: 'internal', cause, message: new RenderError('internal').message });
});
