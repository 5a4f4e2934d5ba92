import type { RenderRequest } from '@tintype/contract';
import { sha256, shortJson } from '@tintype/core';

/** Parameters about the caller, the delivery and the caching. They do not change the result. */
const notOfTheResult: ReadonlySet<string> = new Set([
  'access_key',
  'signature',
  'cache',
  'cache_ttl',
  'async',
  'keep_trace',
  'webhook_url',
  'webhook_signed',
  'attachment_name',
]);

/** Incremented when results change: older ones are then not used. */
const version = 2;

/**
 * The name of a result: SHA-256, 64 hex digits, over the scope and the parameters of a checked
 * request.
 *
 * Credentials of a proxy, cookies and headers change what a page shows and are hashed with the
 * rest; none of them is kept.
 * @param scope who may share the result, for example the id of an account
 */
export function cacheKey(scope: string, request: RenderRequest): string {
  const parameters = Object.entries(request)
    .filter(([name, value]) => value !== undefined && !notOfTheResult.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sha256(shortJson([version, scope, parameters]));
}

/** Key of a render in progress, shared by callers with equal ways to fail. */
export function flightKey(key: string, { keep_trace: isTraced }: RenderRequest): string {
  return isTraced ? `${key} traced` : key;
}
