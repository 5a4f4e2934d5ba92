import { capturesName, type KindSet } from '@tintype/contract';
import type { NewRequest } from '@tintype/store';

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
