import { builtInKinds, RenderError } from '@tintype/contract';
import { defaultPlans } from '@tintype/store';
import t from 'tap';
import { contextOf, outcomeOf, requestOf } from '../../fixtures/job-context.ts';
import { charged } from './charged.ts';

function watched(plans = defaultPlans) {
  const calls: string[] = [];
  const usage = {
    reserve: async (_account: string, _quota: number, hits?: number) => {
      if (hits !== 1) calls.push(`reserve ${hits}`);
      return 'r';
    },
    lower: async (_id: string, hits: number) => calls.push(`lower to ${hits}`) > 0,
    settle: async () => calls.push('settle') > 0,
    release: async () => calls.push('release') > 0,
  };
  return { calls, layer: charged({ usage, plans, kinds: builtInKinds }) };
}

t.test('what succeeds is held, and not settled yet', async (t) => {
  const { calls, layer } = watched();
  const context = contextOf();
  await layer(requestOf(), context, async () => outcomeOf());
  t.equal(context.charge.reservationId, 'r');
  t.same(calls, []);
});

t.test('renders nothing for a caller that left during the check of the quota', async (t) => {
  const { calls, layer } = watched();
  const signal = AbortSignal.abort(new RenderError('cancelled'));
  const left = layer(requestOf(), contextOf({ signal }), async () => t.fail('rendered') as never);
  await t.rejects(left, { code: 'cancelled' });
  t.same(calls, ['release']);
});

t.test('what was queued holds its reservation already', async (t) => {
  const never = () => Promise.reject(new Error('not asked'));
  const usage = { reserve: never, lower: never, settle: never, release: never };
  const layer = charged({ usage, plans: defaultPlans, kinds: builtInKinds });
  const context = contextOf({ isQueued: true });
  await layer(requestOf(), context, async () => outcomeOf());
  t.equal(context.charge.reservationId, undefined);
});

const still = { name: 'a.webp', request: requestOf() };
const film = { name: 'b.webm', request: requestOf({ kind: 'screencast' }) };
const { result } = outcomeOf();
const came = (outputs: readonly (typeof still)[]) =>
  outputs.map((output) => ({ ...output, result }));

t.test('each file counts as the plan says, a further recording at least one', async (t) => {
  const dear = { ...defaultPlans, free: { ...defaultPlans.free, hitsPerOutput: 2 } };
  for (const [outputs, plans, hits] of [
    [[still], defaultPlans, 1],
    [[still, still, still], defaultPlans, 1],
    [[still, film], defaultPlans, 1],
    [[still, film, film, film], defaultPlans, 3],
    [[still, still, still], dear, 5],
    [[film, film], dear, 3],
  ] as const) {
    const { calls, layer } = watched(plans);
    const outcome = await layer(requestOf(), contextOf({ outputs }), async () =>
      outcomeOf({ outputs: came(outputs) }),
    );
    t.equal(outcome.hits, hits);
    t.same(calls, hits === 1 ? [] : [`reserve ${hits}`]);
  }
});

t.test('a file that failed counts where its error does', async (t) => {
  const outputs = [film, film, film];
  const { calls, layer } = watched();
  const failed = (code: 'dns_failed' | 'timeout') => ({ ...film, error: new RenderError(code) });
  const outcome = await layer(requestOf(), contextOf({ outputs }), async () =>
    outcomeOf({ outputs: [...came([film]), failed('timeout'), failed('dns_failed')] }),
  );
  t.equal(outcome.hits, 2);
  t.same(calls, ['reserve 3', 'lower to 2']);
});

t.test('where nothing came at all, what counts is the load', async (t) => {
  const { calls, layer } = watched();
  const context = contextOf({ outputs: [film, film] });
  const fails = layer(requestOf(), context, () => Promise.reject(new RenderError('timeout')));
  await t.rejects(fails, { code: 'timeout' });
  t.same(calls, ['reserve 2', 'lower to 1', 'settle']);
});
