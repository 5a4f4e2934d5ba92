import { RenderError } from '@tintype/contract';
import { defaultPlans } from '@tintype/store';
import t from 'tap';
import { contextOf, outcomeOf, requestOf } from '../../fixtures/job-context.ts';
import { charged } from './charged.ts';

function watched() {
  const calls: string[] = [];
  const usage = {
    reserve: async () => 'r',
    settle: async () => calls.push('settle') > 0,
    release: async () => calls.push('release') > 0,
  };
  return { calls, layer: charged(usage, defaultPlans) };
}

t.test('what succeeds is held, and not settled yet', async (t) => {
  const { calls, layer } = watched();
  const context = contextOf();
  await layer(requestOf(), context, async () => outcomeOf());
  t.equal(context.charge.reservationId, 'r');
  t.same(calls, []);
});

t.test('what fails costs nothing, unless the error says so', async (t) => {
  for (const [code, call] of [
    ['dns_failed', 'release'],
    ['timeout', 'settle'],
  ] as const) {
    const { calls, layer } = watched();
    const fails = layer(requestOf(), contextOf(), () => Promise.reject(new RenderError(code)));
    await t.rejects(fails, { code });
    t.same(calls, [call], code);
  }
});

t.test('whoever left while the quota was asked is not rendered for', async (t) => {
  const { calls, layer } = watched();
  const signal = AbortSignal.abort(new RenderError('cancelled'));
  const left = layer(requestOf(), contextOf({ signal }), async () => t.fail('rendered') as never);
  await t.rejects(left, { code: 'cancelled' });
  t.same(calls, ['release']);
});

t.test('without quota nothing is rendered', async (t) => {
  const usedUp = charged(
    { reserve: async () => undefined, settle: async () => true, release: async () => true },
    defaultPlans,
  );
  await t.rejects(
    usedUp(requestOf(), contextOf(), async () => outcomeOf()),
    { code: 'quota_exceeded' },
  );
});

t.test('what was queued holds its reservation already', async (t) => {
  const never = () => Promise.reject(new Error('not asked'));
  const layer = charged({ reserve: never, settle: never, release: never }, defaultPlans);
  const context = contextOf({ isQueued: true });
  await layer(requestOf(), context, async () => outcomeOf());
  t.equal(context.charge.reservationId, undefined);
});
