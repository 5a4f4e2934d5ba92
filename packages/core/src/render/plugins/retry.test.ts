import { RenderError, type RenderRequest } from '@tintype/contract';
import t from 'tap';
import { withRetry } from './retry.ts';
import type { RenderContext, RenderResult } from '../../types.ts';

const request = { retry_times: 0 } as RenderRequest;
const context = { signal: new AbortController().signal } as RenderContext;
const result = {} as RenderResult;

function failing(...errors: Error[]) {
  let calls = 0;
  const run = withRetry(async () => {
    const error = errors[calls];
    calls += 1;
    if (error) throw error;
    return result;
  });
  return { run, calls: () => calls };
}

t.test('retries twice after a lost browser, once after a crashed page', async (t) => {
  const lost = new RenderError('browser_lost');
  const crashed = new RenderError('page_crashed');
  t.equal(await failing(lost, lost).run(request, context), result);
  await t.rejects(failing(lost, lost, lost).run(request, context), { code: 'browser_lost' });
  t.equal(await failing(crashed).run(request, context), result);
  await t.rejects(failing(crashed, crashed).run(request, context), { code: 'page_crashed' });
});

t.test('does not do steps twice, unless the request says so', async (t) => {
  const steps = { ...request, steps: '[]' } as RenderRequest;
  const crashed = (stage: string) => new RenderError('page_crashed', undefined, { stage });
  const { run, calls } = failing(crashed('interact'));
  await t.rejects(run(steps, context), { code: 'page_crashed' });
  t.equal(calls(), 1);
  t.equal(await failing(crashed('navigate')).run(steps, context), result);
});

t.test('does not retry errors of the request', async (t) => {
  const { run, calls } = failing(new RenderError('timeout'));
  await t.rejects(run(request, context), { code: 'timeout' });
  t.equal(calls(), 1);
});

t.test('does not retry after the render has ended', async (t) => {
  const { run, calls } = failing(new RenderError('browser_lost'));
  await t.rejects(run(request, { ...context, signal: AbortSignal.abort() }));
  t.equal(calls(), 1);
});

function wished(wish: Partial<RenderRequest>, ...errors: Error[]) {
  const { run, calls } = failing(...errors);
  const warnings: string[] = [];
  const pauses: number[] = [];
  const deadline = {
    remainingMs: () => 1400,
    sleep: async (ms: number) => void pauses.push(ms),
  };
  const own = { ...context, deadline, warn: (text: string) => void warnings.push(text) };
  return {
    run: () => run(wish as RenderRequest, own as unknown as RenderContext),
    calls,
    warnings,
    pauses,
  };
}

const refused = new RenderError('connection_failed');
const blank = new RenderError('page_blank');

t.test('retries as often as the request requires, after pauses', async (t) => {
  const { run, warnings, pauses } = wished({ retry_times: 2 }, refused, blank);
  t.equal(await run(), result);
  t.same(pauses, [500, 1000]);
  t.same(warnings, [
    'The render needed 3 attempts; it failed before with connection_failed, page_blank.',
  ]);
  const once = wished({ retry_times: 1 }, refused, blank);
  await t.rejects(once.run(), { code: 'page_blank' });
  t.same(once.warnings, []);
});

t.test('retries only after the errors of retry_on, and those of the table', async (t) => {
  const { run, calls } = wished({ retry_times: 3, retry_on: ['page_blank'] }, blank, refused);
  await t.rejects(run(), { code: 'connection_failed' });
  t.equal(calls(), 2);
  for (const code of ['invalid_selector', 'bad_status', 'timeout', 'queue_full'] as const) {
    const { run, calls } = wished({ retry_times: 3 }, new RenderError(code));
    await t.rejects(run(), { code });
    t.equal(calls(), 1, code);
  }
  const lost = new RenderError('browser_lost');
  const { run: runLost, pauses } = wished({ retry_times: 1 }, lost, lost);
  t.equal(await runLost(), result);
  t.same(pauses, [], 'as without retry_times');
});

t.test('does not retry when the pause would outlast the render', async (t) => {
  const { run, pauses } = wished({ retry_times: 3 }, refused, blank, refused);
  await t.rejects(run(), { code: 'connection_failed' });
  t.same(pauses, [500, 1000]);
});
