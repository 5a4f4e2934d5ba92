import t from 'tap';
import { compose } from './compose.ts';
import type { Middleware, Next, RenderContext, RenderResult } from '../../types.ts';
import type { RenderRequest } from '@tintype/contract';

const request = { kind: 'screenshot' } as RenderRequest;
const context = {} as RenderContext;
const result = { kind: 'screenshot' } as RenderResult;

function recorder(log: string[], name: string): Middleware {
  return async (given, given2, next) => {
    log.push(`${name} in`);
    const answer = await next(given, given2);
    log.push(`${name} out`);
    return answer;
  };
}

t.test('runs middleware from the outside in, and back', async (t) => {
  const log: string[] = [];
  const core: Next = async () => {
    log.push('core');
    return result;
  };
  const run = compose([recorder(log, 'a'), recorder(log, 'b')], core);
  t.equal(await run(request, context), result);
  t.same(log, ['a in', 'b in', 'core', 'b out', 'a out']);
});

t.test('middleware may return its own result', async (t) => {
  const core: Next = () => Promise.reject(new Error('must not be reached'));
  t.equal(await compose([async () => result], core)(request, context), result);
});

t.test('rejects a second next() in one middleware', async (t) => {
  const twice: Middleware = async (given, given2, next) => {
    await next(given, given2);
    return next(given, given2);
  };
  const run = compose([twice], async () => result);
  await t.rejects(run(request, context), /called next\(\) twice/);
});

t.test('the same chain serves many requests', async (t) => {
  const run = compose([recorder([], 'a')], async () => result);
  await run(request, context);
  t.equal(await run(request, context), result);
});
