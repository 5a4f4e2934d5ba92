import type { Plugin, RenderContext } from '../../types.ts';

/** Under a symbol, so that it is copied when middleware derives its own context. */
const states = Symbol('tintype.pluginStates');

interface Carrier {
  readonly [states]?: Map<unknown, unknown>;
}

/** Returns the context of a new render, with a state for each plugin. */
export function withPluginStates(context: Omit<RenderContext, 'state'>): RenderContext {
  const carrier: Carrier = { [states]: new Map() };
  return { ...context, ...carrier, state: undefined };
}

/** Returns the context for one plugin, with its state of this render, created on first use. */
export function contextFor<State>(
  plugin: Plugin<State>,
  context: RenderContext,
): RenderContext<State> {
  return { ...context, state: stateOf(plugin, context as Carrier) };
}

function stateOf<State>(plugin: Plugin<State>, { [states]: known }: Carrier): State {
  if (known?.has(plugin)) return known.get(plugin) as State;
  const state = plugin.createState?.() as State;
  known?.set(plugin, state);
  return state;
}
