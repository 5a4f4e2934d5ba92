import { builtInKinds, capturesName, type KindSet } from '@tintype/contract';
import type { ClaimedWork, WorkerParts } from './worker-options.ts';
import type { NewRequest } from '@tintype/store';

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

type Given = Readonly<Record<string, unknown>>;

/** Returns whether the kinds include that of a stored request, which can be several joined. */
export function isKnownKind(name: string, kinds: KindSet): boolean {
  return name === capturesName || kinds.find(name) !== undefined;
}

/**
 * Returns whether this program knows all parameters of a request, which another version may have
 * queued.
 */
export function isKnown(
  { kind, parameters }: Pick<NewRequest, 'kind' | 'parameters'>,
  kinds: KindSet,
): boolean {
  const all = new Set([...kinds].flatMap((kind) => Object.keys(kind.parameters)));
  const areKnown = (given: Given, more: readonly string[] = []) =>
    Object.keys(given).every((name) => all.has(name) || more.includes(name));
  if (kind !== capturesName) return kinds.find(kind) !== undefined && areKnown(parameters);
  const outputs = parameters['outputs'];
  return (
    areKnown(parameters, ['outputs']) &&
    (!Array.isArray(outputs) ||
      (outputs as Given[]).every(
        (output) => kinds.find(output['kind']) !== undefined && areKnown(output, ['name', 'kind']),
      ))
  );
}
