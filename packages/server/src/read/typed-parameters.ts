import { builtInKinds, fromJson, type KindSet } from '@tintype/contract';

/**
 * A JSON object with parameters of the kind that it names: texts stand for what they say, as in any
 * body. Whatever else it is stays as it is: said better by who checks it.
 */
export function typedParameters(given: unknown, kinds: KindSet = builtInKinds): unknown {
  const object = given as Record<string, unknown> | null | undefined;
  const kind = kinds.find(object?.['kind']);
  return kind === undefined ? given : fromJson(kind.name, object!, kinds);
}
