import { RenderError, type RenderRequest } from '@tintype/contract';
import t from 'tap';
import { withRetry } from './retry.ts';
import type { RenderContext, RenderResult } from '../../types.ts';

const request = {} as RenderRequest;
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
