import { RenderError } from '@tintype/contract';
import type { Renderer } from '@tintype/core';
import t from 'tap';
import { proveRenders } from './canary.ts';

function rendererThat(failures: readonly RenderError[]) {
  let renders = 0;
  const render = async () => {
    const failure = failures[Math.min(renders, failures.length - 1)];
    renders += 1;
    if (failure && renders <= failures.length) throw failure;
    return {};
  };
  return {
    renderer: { render } as unknown as Pick<Renderer, 'render'>,
    get renders() {
      return renders;
    },
  };
}

const away = new RenderError('browser_unavailable');
const options = { isRemote: true, timeoutS: 1, boundMs: 60_000, pauseMs: 1 };

t.test('waits for remote browsers that start later', async (t) => {
  const late = rendererThat([away, away]);
  await proveRenders(late.renderer, options);
  t.equal(late.renders, 3);
});

t.test('does not retry other errors', async (t) => {
  const own = rendererThat([away, away]);
  await t.rejects(proveRenders(own.renderer, { ...options, isRemote: false }), away);
  t.equal(own.renders, 1);
  const broken = rendererThat([new RenderError('internal'), away]);
  await t.rejects(proveRenders(broken.renderer, options), { code: 'internal' });
  t.equal(broken.renders, 1);
});

t.test('stops waiting after the time limit', async (t) => {
  const never = rendererThat(Array.from({ length: 1000 }, () => away));
  const alive = setInterval(() => {}, 1000);
  await t.rejects(proveRenders(never.renderer, { ...options, boundMs: 50, pauseMs: 20 }), away);
  clearInterval(alive);
  t.ok(never.renders < 1000);
});
