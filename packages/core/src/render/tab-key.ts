import type { PageNeeds, RenderRequest } from '@tintype/contract';
import type { RenderContext } from '../types.ts';

/**
 * Returns the key of the renders that may use one tab, one after the other: those of a group and
 * scope, with equal parameters and network policy, for pages of one origin. Undefined if the render
 * needs a fresh context.
 */
export function tabKey(
  { url, ...parameters }: RenderRequest,
  { frameControl, traffic }: PageNeeds,
  { group, scope, allow, upstream, site, assets }: RenderContext,
): string | undefined {
  if (group === undefined || frameControl || traffic || site || assets) return undefined;
  // Permissions are those of the context.
  if (parameters.html !== undefined || parameters.geolocation_latitude !== undefined)
    return undefined;
  const origin = url === undefined ? undefined : new URL(url).origin;
  if (!origin?.startsWith('http')) return undefined;
  return JSON.stringify([group, scope, origin, allow, upstream, parameters]);
}
