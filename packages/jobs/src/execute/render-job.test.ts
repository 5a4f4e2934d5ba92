import { parseCaptures, RenderError } from '@tintype/contract';
import type { RenderOptions } from '@tintype/core';
import t from 'tap';
import { contextOf, neverOpens, openPage, outcomeOf, requestOf } from '../fixtures/job-context.ts';
import { renderJob } from './render-job.ts';

t.test('the engine renders what was parsed, for the account, by its proxy', async (t) => {
  const given: [unknown, RenderOptions | undefined][] = [];
  const next = renderJob({
    renderer: {
      open: neverOpens,
      async render(request, options) {
        given.push([request, options]);
        return outcomeOf().result;
      },
    },
    upstreams: { us: ['http://us:1'] },
  });
  const plain = requestOf();
  const assets = { 'a.css': new Uint8Array() };
  await next(plain, contextOf({ assets }));
  await next(requestOf({ ip_location: 'us' }), contextOf());
  await next(requestOf({ ip_location: 'jp' }), contextOf());
  t.equal(given[0]?.[0], plain, 'not a copy');
  t.match(given[0]?.[1], { parsed: true, scope: 'one', upstream: undefined, assets });
  t.match(given[1]?.[1], { parsed: true, upstream: 'http://us:1' });
  t.match(given[2]?.[1], { parsed: false, upstream: undefined }, 'for the engine to refuse');
  await next(plain, contextOf({ group: 'batch' }));
  t.same([given[0]?.[1]?.group, given[3]?.[1]?.group], [undefined, 'batch']);
});

t.test('records what is requested, otherwise failures, and only if they are stored', async (t) => {
  const asked: RenderOptions['trace'][] = [];
  const renderer = {
    open: neverOpens,
    render: async (_request: unknown, options?: RenderOptions) => {
      asked.push(options?.trace);
      return outcomeOf().result;
    },
  };
  await renderJob({ renderer, traces: {} })(requestOf({ keep_trace: true }), contextOf());
  await renderJob({ renderer, traces: {} })(requestOf(), contextOf());
  await renderJob({ renderer })(requestOf({ keep_trace: true }), contextOf());
  t.same(asked, [true, undefined, undefined]);
  asked.length = 0;
  const brief = { renderer, traces: {}, briefTraces: true };
  await renderJob(brief)(requestOf({ keep_trace: true }), contextOf());
  await renderJob(brief)(requestOf(), contextOf());
  await renderJob({ renderer, briefTraces: true })(requestOf(), contextOf());
  t.same(asked, [true, 'brief', undefined]);
});

t.test('if no output can be made, reports charged errors first', async (t) => {
  const url = 'https://shots.example/';
  const failed = async (errors: RenderError[]) => {
    const left = [...errors];
    const page = openPage({
      async capture() {
        throw left.shift() ?? new Error('asked once more');
      },
    });
    const next = renderJob({ renderer: { open: async () => page, render: neverOpens } });
    const { page: request, outputs } = parseCaptures({
      url,
      outputs: errors.map(() => ({ kind: 'pdf' })),
    }).request;
    const outcome = next(request, contextOf({ outputs }));
    return outcome.then(
      () => undefined,
      (error: unknown) => error as RenderError,
    );
  };
  const busy = () => new RenderError('queue_full', undefined, { retryAfterS: 7 });
  const free = () => new RenderError('unsupported');
  const charged = () => new RenderError('selector_not_found');
  t.match(await failed([free(), charged()]), {
    code: 'selector_not_found',
    charged: true,
    details: [{ parameter: 'outputs[0]' }, { parameter: 'outputs[1]' }],
  });
  t.match(await failed([busy(), free()]), { code: 'unsupported' }, 'it would come again');
  t.match(await failed([busy(), busy()]), { code: 'queue_full', retryAfterS: 7 });
});
