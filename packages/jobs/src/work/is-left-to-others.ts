import { builtInKinds } from '@tintype/contract';
import type { ClaimedWork, WorkerParts } from './claimed-work.ts';
import { isKnown, isKnownKind } from './is-known.ts';

/** So long something is left to others that nobody here knows. */
const leftForMs = 24 * 60 * 60_000;

/**
 * Nobody claims one of a kind that was left out before: whoever knows it may be the next to look.
 */
const leftAgainMs = 3_000;

/** What this program does not know, one of another version may: it is theirs, for a day. */
export async function isLeftToOthers(
  { claim, onUnknownKind }: ClaimedWork,
  { store, rules: { kinds = builtInKinds } = {}, leftOutMs, now, onWarning }: WorkerParts,
): Promise<boolean> {
  const { request } = claim;
  if (request.unreadable || isKnown(request, kinds)) return false;
  if (now() - request.createdAt > leftForMs) return false;
  const isOfKnownKind = isKnownKind(request.api, kinds);
  if (!isOfKnownKind) onUnknownKind(request.api);
  try {
    // What is not known inside of a known kind cannot be left out of a claim: it would come back
    // each time.
    await store.requests.putBack(claim, now() + (isOfKnownKind ? leftOutMs : leftAgainMs));
  } catch (error) {
    onWarning?.(`Request ${request.id} could not be left to others.`, error);
  }
  return true;
}
