import * as z from 'zod/mini';
import type { KindDefinition } from '../kinds/define-kind.ts';

/** Keeps what `make` gives for each key; it depends on nothing but the key. */
export function oncePer<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}

/** The strict schema of one kind, built when it is first needed. */
export const requestSchema: (kind: KindDefinition) => z.ZodMiniType<Record<string, unknown>> =
  oncePer(
    ({ parameters }) =>
      z.strictObject(parameters as z.core.$ZodShape) as z.ZodMiniType<Record<string, unknown>>,
  );

/** Returns whether a kind accepts a parameter. */
export function takesParameter({ parameters }: KindDefinition, name: string): boolean {
  return Object.hasOwn(parameters, name);
}

/** Returns whether a single string is a list with one item; less expensive than the JSON Schema. */
export function acceptsOne(kind: KindDefinition, name: string): boolean {
  const declared = declarationOf(kind, name);
  return declared !== undefined && z.globalRegistry.get(declared)?.['x-accepts-one'] === true;
}

/** The kinds for which a name means the same as it does for `kind`. */
export function kindsSharing(
  kinds: Iterable<KindDefinition>,
  kind: KindDefinition,
  name: string,
): readonly string[] {
  const declared = declarationOf(kind, name);
  const sharing = [...kinds].filter((other) => declarationOf(other, name) === declared);
  return sharing.map((other) => other.name);
}

/** The declaration of a name, without the wrapper that makes it optional for one kind. */
function declarationOf(kind: KindDefinition, name: string): z.core.$ZodType | undefined {
  if (!takesParameter(kind, name)) return undefined;
  const schema = kind.parameters[name];
  return (schema?._zod.def as { innerType?: z.core.$ZodType } | undefined)?.innerType ?? schema;
}

/** The names of the parameters of a kind. */
export const parameterNames: (kind: KindDefinition) => readonly string[] = oncePer(
  ({ parameters }) => Object.keys(parameters),
);
