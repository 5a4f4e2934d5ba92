import * as z from 'zod/mini';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import {
  type JsonSchema,
  valueInfo,
  withoutUndefined,
  type ValueInfo,
  type ValueType,
} from '../read/value-info.ts';
import type { GroupName, Half } from '../parameters/declare.ts';
import { kindsSharing, oncePer, requestSchema } from '../request/request-schemas.ts';

/** The type of a parameter's JSON value. */
export type ParameterType = Exclude<ValueType, 'object'>;

/** Everything that is known about one parameter. */
export interface ParameterInfo extends ValueInfo {
  name: string;
  type: ParameterType;
  default?: unknown;
  /** Upper-case letters of query strings and flags are lower-cased. */
  lowerCase?: boolean;
  /** Separator of the items of a list that is written as one string. */
  separator?: string;
  /** The kind asked about requires it. */
  required?: boolean;
  /** One line. */
  description: string;
  kinds: readonly string[];
  group: GroupName;
  half: Half;
}

const cachedSchema = oncePer(
  (kind: KindDefinition) => z.toJSONSchema(requestSchema(kind), { io: 'input' }) as JsonSchema,
);

/**
 * The JSON Schema (draft 2020-12) of what a caller may give for one kind, without `kind` itself.
 * Rules across parameters are not in it.
 */
export function requestJsonSchema(kind: string, kinds: KindSet = builtInKinds): JsonSchema {
  return structuredClone(cachedSchema(kinds.get(kind)));
}

const infosOfKinds = oncePer((kinds: KindSet) =>
  oncePer((kind: KindDefinition) => {
    const { properties = {}, required = [] } = cachedSchema(kind);
    return new Map(
      Object.entries(properties).map(([name, schema]) => {
        const sharing = kindsSharing(kinds, kind, name);
        return [name, infoFrom(name, sharing, schema, required.includes(name))];
      }),
    );
  }),
);

function infoFrom(
  name: string,
  kinds: readonly string[],
  schema: JsonSchema,
  required: boolean,
): ParameterInfo {
  const info = {
    name,
    ...valueInfo(schema),
    default: schema.default ?? schema['x-default'],
    lowerCase: schema['x-lower-case'],
    separator: schema['x-separator'],
    required: required || undefined,
    description: schema.description ?? '',
    kinds,
    group: schema['x-group'],
    half: schema['x-half'],
  };
  return withoutUndefined(info) as ParameterInfo;
}

/** The parameters of one kind, by name. */
export function parameterInfos(
  kind: string,
  kinds: KindSet = builtInKinds,
): ReadonlyMap<string, ParameterInfo> {
  return infosOfKinds(kinds)(kinds.get(kind));
}

/**
 * Every parameter of a kind, or of all kinds. A name that means something else for each kind
 * (`format`) comes once for each meaning when no kind is given.
 */
export function parameterList(
  kind?: string,
  kinds: KindSet = builtInKinds,
): readonly ParameterInfo[] {
  if (kind !== undefined) return [...parameterInfos(kind, kinds).values()];
  return kinds.names.flatMap((each) =>
    parameterList(each, kinds).filter((info) => info.kinds[0] === each),
  );
}

/** The name of the flag that sets a parameter: `full_page` gives `full-page`. */
export function flagName(name: string): string {
  return name.replaceAll('_', '-');
}

/** The parameter that a flag sets: `full-page` gives `full_page`. */
export function parameterName(flag: string): string {
  return flag.replaceAll('-', '_');
}
