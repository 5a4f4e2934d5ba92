import { builtInKinds, fromJson, type KindSet } from '@tintype/contract';

/** Converts texts in the JSON of a request that names its kind. Other values are unchanged. */
export function typedParameters(given: unknown, kinds: KindSet = builtInKinds): unknown {
  const object = given as Record<string, unknown> | null | undefined;
  const kind = kinds.find(object?.['kind']);
  return kind === undefined ? given : fromJson(kind.name, object!, kinds);
}
