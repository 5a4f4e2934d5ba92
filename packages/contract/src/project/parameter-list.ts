import { builtInKinds } from '../kinds/built-in-kinds.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { KindSet } from '../kinds/kind-set.ts';
import {
  jsonSchemaOf,
  type JsonSchema,
  valueInfo,
  type ValueInfo,
  type ValueType,
} from '../read/value-info.ts';
import { withoutUndefined } from '../read/without-undefined.ts';
import { aliases } from '../request/names.ts';
import type { GroupName, Half } from '../parameters/declare.ts';
import { oncePer } from '../read/once-per.ts';
import { kindsSharing, requestSchema } from '../request/request-schemas.ts';

/** The type of a parameter's JSON value. */
export type ParameterType = Exclude<ValueType, 'object'>;

/** Description of one parameter. */
export interface ParameterInfo extends ValueInfo {
  name: string;
  type: ParameterType;
  default?: unknown;
  /** True if values in query strings and flags are lower-cased. */
  lowerCase?: boolean;
  /** Separator of the items of a list that is written as one string. */
  separator?: string;
  /** True if the kind requires it. */
  required?: boolean;
  /** One line. */
  description: string;
  kinds: readonly string[];
  group: GroupName;
  half: Half;
}

const schemaOf = (kind: KindDefinition) => jsonSchemaOf(requestSchema(kind));

/** Returns the JSON Schema (draft 2020-12) of the input of a kind, without `kind` itself. */
export function requestJsonSchema(kind: string, kinds: KindSet = builtInKinds): JsonSchema {
  const schema = structuredClone(schemaOf(kinds.get(kind)));
  const { properties = {} } = schema;
  for (const [alias, name] of Object.entries(aliases)) {
    const parameter = properties[name];
    if (parameter === undefined) continue;
    properties[alias] = { ...parameter, description: `Alias of ${name}.` };
  }
  return schema;
}

const infosOfKinds = oncePer((kinds: KindSet) =>
  oncePer((kind: KindDefinition) => {
    const { properties = {}, required = [] } = schemaOf(kind);
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

/** Returns the parameters of a kind by name. */
export function parameterInfos(
  kind: string,
  kinds: KindSet = builtInKinds,
): ReadonlyMap<string, ParameterInfo> {
  return infosOfKinds(kinds)(kinds.get(kind));
}

/** Returns the parameters of a kind, or of all; `format` is listed once for each meaning. */
export function parameterList(
  kind?: string,
  kinds: KindSet = builtInKinds,
): readonly ParameterInfo[] {
  if (kind !== undefined) return [...parameterInfos(kind, kinds).values()];
  return kinds.names.flatMap((each) =>
    parameterList(each, kinds).filter((info) => info.kinds[0] === each),
  );
}

/** Returns the flag of a parameter: `full-page` for `full_page`. */
export function flagName(name: string): string {
  return name.replaceAll('_', '-');
}
