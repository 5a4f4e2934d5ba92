import type { Plugin, RenderContext } from '../../types.ts';

/**
 * Under a symbol, so that it goes along when middleware makes a context of its own from the one
 * that it was given.
 */
const states = Symbol('tintype.pluginStates');

interface Carrier {
  readonly [states]?: Map<unknown, unknown>;
}

/** The context of a new render, in which each plugin finds a state of its own. */
export function withPluginStates(context: Omit<RenderContext, 'state'>): RenderContext {
  const carrier: Carrier = { [states]: new Map() };
  return { ...context, ...carrier, state: undefined };
}

/**
 * The context as one plugin sees it: with what it keeps about this render, created when it first
 * asks.
 */
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
