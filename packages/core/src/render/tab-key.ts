import type { PageNeeds, RenderRequest } from '@tintype/contract';
import { permissionsOf } from '../load/emulate/permissions.ts';
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
  // Another render of the session may change its state meanwhile.
  if (parameters.session !== undefined) return undefined;
  // Permissions are those of the context, which keeps what a page did with them: notifications.
  if (parameters.html !== undefined || permissionsOf(parameters).length > 0) return undefined;
  if (!/^https?:/i.test(url ?? '')) return undefined;
  // The context remembers credentials of the URL, too.
  const { origin, username, password } = new URL(url ?? '');
  const login = [username, password];
  return JSON.stringify([group, scope, origin, login, allow, upstream, parameters]);
}
