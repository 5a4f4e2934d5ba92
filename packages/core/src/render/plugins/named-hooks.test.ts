import { RenderError } from '@tintype/contract';
import t from 'tap';
import { namedHooks } from './named-hooks.ts';
import type { Hooks } from '../../types.ts';

const call = async (hooks: Hooks, hook: keyof Hooks): Promise<unknown> =>
  (namedHooks({ name: 'mine', hooks })[hook] as (...args: unknown[]) => unknown)({}, {}, {});

t.test('names the failing hook and its plugin, with the error as cause', async (t) => {
  const cause = new TypeError('secret of the inside');
  const failing: Hooks = {
    pageReady: () => Promise.reject(cause),
    beforeCapture() {
      throw cause;
    },
  };
  for (const hook of ['pageReady', 'beforeCapture'] as const) {
    await t.rejects(call(failing, hook), {
      code: 'internal',
      message: `The plugin mine failed in its hook ${hook}.`,
      cause,
    });
  }
});

t.test('rethrows errors that the hook did not cause', async (t) => {
  const timeout = new RenderError('timeout', 'too late');
  const crash = new Error('Target crashed');
  for (const error of [timeout, crash]) {
    await t.rejects(call({ pageReady: () => Promise.reject(error) }, 'pageReady'), error);
  }
});

t.test('a hook has its own object as this, and its result is returned', async (t) => {
  const hooks = {
    changed: true,
    pageSettled(this: { changed: boolean }) {
      return this.changed;
    },
  };
  t.equal(await call(hooks as unknown as Hooks, 'pageSettled'), true);
  t.same(Object.keys(namedHooks({ name: 'mine', hooks })), ['pageSettled']);
});
