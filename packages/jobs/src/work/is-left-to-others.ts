import { builtInKinds } from '@tintype/contract';
import type { ClaimedWork, WorkerParts } from './claimed-work.ts';
import { isKnown, isKnownKind } from './is-known.ts';

/** So long something is left to others that nobody here knows. */
const leftForMs = 24 * 60 * 60_000;

/** Nobody claims it before: whoever knows it may be the next to look. */
const leftAgainMs = 3_000;

/** What this program does not know, one of another version may: it is theirs, for a day. */
export async function isLeftToOthers(
  { claim, onUnknownKind }: ClaimedWork,
  { store, rules: { kinds = builtInKinds } = {}, now, onWarning }: WorkerParts,
): Promise<boolean> {
  const { request } = claim;
  if (request.unreadable || isKnown(request, kinds)) return false;
  if (now() - request.createdAt > leftForMs) return false;
  if (!isKnownKind(request.api, kinds)) onUnknownKind(request.api);
  try {
    await store.requests.putBack(claim, now() + leftAgainMs);
  } catch (error) {
    onWarning?.(`Request ${request.id} could not be left to others.`, error);
  }
  return true;
}
