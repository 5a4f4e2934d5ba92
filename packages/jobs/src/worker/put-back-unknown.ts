import { builtInKinds } from '@tintype/contract';
import type { ClaimedWork, WorkerParts } from './claimed-work.ts';
import { isKnown, isKnownKind } from './is-known.ts';

/** Time for which a job of an unknown kind is left to other versions. */
const leftForMs = 24 * 60 * 60_000;

/** Delay before a job of an excluded kind can be claimed again: another worker may know it. */
const leftAgainMs = 3_000;

/** A worker of another version may know what this one does not: it is left to them, for a day. */
export async function putBackUnknown(
  { claim, onUnknownKind }: ClaimedWork,
  { store, rules: { kinds = builtInKinds } = {}, leftOutMs, now, onWarning }: WorkerParts,
): Promise<boolean> {
  const { request } = claim;
  if (request.unreadable || isKnown(request, kinds)) return false;
  if (now() - request.createdAt > leftForMs) return false;
  const isOfKnownKind = isKnownKind(request.kind, kinds);
  if (!isOfKnownKind) onUnknownKind(request.kind);
  try {
    // What is not known inside of a known kind cannot be left out of a claim: it would come back
    // each time.
    await store.requests.putBack(claim, now() + (isOfKnownKind ? leftOutMs : leftAgainMs));
  } catch (error) {
    onWarning?.(`Request ${request.id} could not be left to others.`, error);
  }
  return true;
}
