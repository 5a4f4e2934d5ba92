import * as z from 'zod/mini';
import type { KindDefinition } from '../kinds/define-kind.ts';
import { oncePer } from '../read/once-per.ts';

export const requestSchema: (kind: KindDefinition) => z.ZodMiniType<Record<string, unknown>> =
  oncePer(
    ({ parameters }) =>
      z.strictObject(parameters as z.core.$ZodShape) as z.ZodMiniType<Record<string, unknown>>,
  );

export function takesParameter({ parameters }: KindDefinition, name: string): boolean {
  return Object.hasOwn(parameters, name);
}

/** Returns true if a single string is a list with one item; faster than the JSON Schema. */
export function acceptsOne(kind: KindDefinition, name: string): boolean {
  const declared = declarationOf(kind, name);
  return declared !== undefined && z.globalRegistry.get(declared)?.['x-accepts-one'] === true;
}

/** Returns the names of the kinds that share the declaration of a parameter with `kind`. */
export function kindsSharing(
  kinds: Iterable<KindDefinition>,
  kind: KindDefinition,
  name: string,
): readonly string[] {
  const declared = declarationOf(kind, name);
  const sharing = [...kinds].filter((other) => declarationOf(other, name) === declared);
  return sharing.map((other) => other.name);
}

/** Returns the declaration of a parameter without its optional or default wrapper. */
function declarationOf(kind: KindDefinition, name: string): z.core.$ZodType | undefined {
  if (!takesParameter(kind, name)) return undefined;
  const schema = kind.parameters[name];
  return (schema?._zod.def as { innerType?: z.core.$ZodType } | undefined)?.innerType ?? schema;
}

export const parameterNames: (kind: KindDefinition) => readonly string[] = oncePer(
  ({ parameters }) => Object.keys(parameters),
);
