import { RenderError } from '@tintype/contract';
import { isContextGone, isSessionGone } from '../../page/chromium-errors.ts';
import type { Hooks, Plugin, RenderContext } from '../../types.ts';
import { contextFor } from './plugin-state.ts';

type Hook = keyof Hooks;

const names: readonly Hook[] = [
  'beforeNavigate',
  'pageSettled',
  'pageReady',
  'beforeCapture',
  'pageFailed',
  'stageEnd',
];

/** Returns the hooks of a plugin; their errors name the plugin and the hook. */
export function namedHooks(plugin: Plugin): Hooks {
  const { name, hooks = {} } = plugin;
  const named = names.flatMap((hook) => {
    const own = hooks[hook] as ((...args: unknown[]) => unknown) | undefined;
    if (own === undefined) return [];
    // The context is the last argument of each.
    const call = (...args: [unknown, unknown, RenderContext]): unknown => {
      try {
        const given = own.call(hooks, args[0], args[1], contextFor(plugin, args[2]));
        return given instanceof Promise
          ? given.catch((error: unknown) => {
              throw failureOf(name, hook, error);
            })
          : given;
      } catch (error) {
        throw failureOf(name, hook, error);
      }
    };
    return [[hook, call] as const];
  });
  return Object.fromEntries(named) as Hooks;
}

/** Wraps an error of a hook; the thrown value may contain details that no client should see. */
function failureOf(plugin: string, hook: Hook, error: unknown): unknown {
  // These errors describe the page or the render, not the hook.
  if (isSessionGone(error) || isContextGone(error)) return error;
  return RenderError.from(error, undefined, `The plugin ${plugin} failed in its hook ${hook}.`);
}
