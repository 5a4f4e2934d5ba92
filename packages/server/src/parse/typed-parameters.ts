import { builtInKinds, fromJson, type KindSet } from '@tintype/contract';

/**
 * A JSON object with parameters of the kind that it names: texts are converted, as in any body. Any
 * other value is returned unchanged: later checks report it better.
 */
export function typedParameters(given: unknown, kinds: KindSet = builtInKinds): unknown {
  const object = given as Record<string, unknown> | null | undefined;
  const kind = kinds.find(object?.['kind']);
  return kind === undefined ? given : fromJson(kind.name, object!, kinds);
}
