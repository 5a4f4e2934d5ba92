import { builtInKinds, fromJson, type KindSet } from '@tintype/contract';

/**
 * Converts texts in the parameters of a JSON object with a `kind`. Other values are returned
 * unchanged for later checks.
 */
export function typedParameters(given: unknown, kinds: KindSet = builtInKinds): unknown {
  const object = given as Record<string, unknown> | null | undefined;
  const kind = kinds.find(object?.['kind']);
  return kind === undefined ? given : fromJson(kind.name, object!, kinds);
}
