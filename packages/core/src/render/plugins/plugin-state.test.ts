import t from 'tap';
import type { BrowserSource } from '../../browser-source.ts';
import type { Middleware, Plugin, RenderResult } from '../../types.ts';
import { createRenderer } from '../../create-renderer.ts';
import { namedHooks } from './named-hooks.ts';

const request = { kind: 'screenshot', html: '<p>' } as const;
const source: BrowserSource = {
  acquire: async () => Promise.reject(new Error()),
  stop: async () => {},
};
const result = { url: 'about:blank', warnings: [] as string[] } as RenderResult;

interface Seen {
  names: string[];
}

/** Counts in its state how often its middleware and one of its hooks were called. */
function createWitness(name: string, tell: (seen: string[]) => void): Plugin {
  const plugin: Plugin<Seen> = {
    name,
    createState: () => ({ names: [] }),
    async middleware(given, context, next) {
      context.state.names.push(`${name} around`);
      const answer = await next(given, context);
      tell(context.state.names);
      return answer;
    },
    hooks: {
      stageEnd(_timing, _request, { state }) {
        state.names.push(`${name} inside`);
      },
    },
  };
  return plugin;
}

t.test('middleware and hooks of a plugin share a state, for one render', async (t) => {
  const seen: string[][] = [];
  const plugins = ['a', 'b'].map((name) => createWitness(name, (names) => seen.push(names)));
  const hooks = plugins.map((plugin) => namedHooks(plugin));
  /** Stands where the render is, and makes a context of its own as middleware may. */
  const inner: Plugin = {
    name: 'inner',
    async middleware(given, context) {
      t.equal(context.state, undefined, 'one without a state sees none of the others');
      for (const { stageEnd } of hooks) {
        stageEnd?.({ stage: 'settle', startMs: 0, durationMs: 0 }, given, { ...context });
      }
      return result;
    },
  };
  const outer: Middleware = (given, context, next) => {
    t.equal(context.state, undefined);
    return next(given, { ...context, scope: 'own' });
  };
  const renderer = createRenderer({ source, use: [outer], plugins: [...plugins, inner] });
  await renderer.render(request);
  t.same(seen, [
    ['b around', 'b inside'],
    ['a around', 'a inside'],
  ]);
  await renderer.render(request);
  t.equal(seen[2]?.length, 2, 'the next render has another one');
});
