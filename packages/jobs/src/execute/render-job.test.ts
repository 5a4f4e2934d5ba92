import type { RenderOptions } from '@tintype/core';
import t from 'tap';
import { contextOf, neverOpens, outcomeOf, requestOf } from '../fixtures/job-context.ts';
import { renderJob } from './render-job.ts';

t.test('the engine renders what was parsed, for the account, by its proxy', async (t) => {
  const given: [unknown, RenderOptions | undefined][] = [];
  const next = renderJob(
    {
      open: neverOpens,
      async render(request, options) {
        given.push([request, options]);
        return outcomeOf().result;
      },
    },
    { us: ['http://us:1'] },
  );
  const plain = requestOf();
  const assets = { 'a.css': new Uint8Array() };
  await next(plain, contextOf({ assets }));
  await next(requestOf({ ip_location: 'us' }), contextOf());
  await next(requestOf({ ip_location: 'jp' }), contextOf());
  t.equal(given[0]?.[0], plain, 'not a copy');
  t.match(given[0]?.[1], { parsed: true, scope: 'one', upstream: undefined, assets });
  t.match(given[1]?.[1], { parsed: true, upstream: 'http://us:1' });
  t.match(given[2]?.[1], { parsed: false, upstream: undefined }, 'for the engine to refuse');
});
