import * as z from 'zod/mini';
import { kinds, type Kind } from '../kinds/kinds.ts';
import type { JsonSchema } from '../read/json-schema.ts';
import { valueInfo, withoutUndefined, type ValueInfo, type ValueType } from '../read/value-info.ts';
import type { Group } from '../parameters/declare.ts';
import { kindsSharing, oncePerKind, requestSchema } from '../request/request-schemas.ts';

/** The type of a parameter's JSON value. */
export type ParameterType = Exclude<ValueType, 'object'>;

/** Everything that is known about one parameter. */
export interface ParameterInfo extends ValueInfo {
  name: string;
  type: ParameterType;
  default?: unknown;
  /** Upper-case letters of query strings and flags are lower-cased. */
  lowerCase?: boolean;
  /** What divides the items of a list that is written as one string. */
  separator?: string;
  /** The kind asked about requires it. */
  required?: boolean;
  /** One line. */
  description: string;
  kinds: readonly Kind[];
  group: Group;
}

const cachedSchema = oncePerKind(
  (kind) => z.toJSONSchema(requestSchema(kind), { io: 'input' }) as JsonSchema,
);

/**
 * The JSON Schema (draft 2020-12) of what a caller may give for one kind, without `kind` itself.
 * Rules across parameters are not in it.
 */
export function requestJsonSchema(kind: Kind): JsonSchema {
  return structuredClone(cachedSchema(kind));
}

const infosOf = oncePerKind((kind) => {
  const { properties = {}, required = [] } = cachedSchema(kind);
  return new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      infoFrom(name, kind, schema, required.includes(name)),
    ]),
  );
});

function infoFrom(name: string, kind: Kind, schema: JsonSchema, required: boolean): ParameterInfo {
  const info = {
    name,
    ...valueInfo(schema),
    default: schema.default ?? schema['x-default'],
    lowerCase: schema['x-lower-case'],
    separator: schema['x-separator'],
    required: required || undefined,
    description: schema.description ?? '',
    kinds: kindsSharing(kind, name),
    group: schema['x-group'],
  };
  return withoutUndefined(info) as ParameterInfo;
}

/** One parameter of one kind. */
export function parameterInfo(kind: Kind, name: string): ParameterInfo | undefined {
  return infosOf(kind).get(name);
}

/**
 * Every parameter of a kind, or of all kinds. A name that means something else for each kind
 * (`format`) comes once for each meaning when no kind is given.
 */
export function parameterList(kind?: Kind): readonly ParameterInfo[] {
  if (kind !== undefined) return [...infosOf(kind).values()];
  return kinds.flatMap((each) => parameterList(each).filter((info) => info.kinds[0] === each));
}

/** The name of the flag that sets a parameter: `full_page` gives `full-page`. */
export function flagName(name: string): string {
  return name.replaceAll('_', '-');
}

/** The parameter that a flag sets: `full-page` gives `full_page`. */
export function parameterName(flag: string): string {
  return flag.replaceAll('-', '_');
}
