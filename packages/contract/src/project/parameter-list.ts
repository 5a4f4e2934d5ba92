import * as z from 'zod/mini';
import { kinds, type Kind } from '../kinds/kinds.ts';
import type { Group } from '../parameters/declare.ts';
import { kindsSharing, oncePerKind, requestSchema } from '../request/request-schemas.ts';

/** The type of a parameter's JSON value. */
export type ParameterType = 'boolean' | 'integer' | 'number' | 'string' | 'list';

/** Everything that is known about one parameter. */
export interface ParameterInfo {
  name: string;
  type: ParameterType;
  /** The values that are allowed, of each item for a list. */
  values?: readonly string[];
  default?: unknown;
  minimum?: number;
  /** The lower bound, itself not allowed. */
  exclusiveMinimum?: number;
  maximum?: number;
  /** Of a string, or of each item of a list, in UTF-16 code units. */
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  /** A single string stands for a list with one item. */
  acceptsOne?: boolean;
  unit?: string;
  /** What is expected, in words, where the bounds do not say it. */
  expected?: string;
  /** Never repeat its value. */
  secret?: boolean;
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

/** A JSON Schema, as far as it is used here. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: string[];
  default?: unknown;
  description?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
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
  // Of several forms, the one that holds all that a query string can say.
  const list =
    schema.anyOf?.find(({ type }) => type === 'array') ??
    schema.anyOf?.find(({ type }) => type === 'string') ??
    schema;
  const value = list.items ?? list;
  const text = (keyword: string) => schema[keyword] as string | undefined;
  const info = {
    name,
    type: (list.type === 'array' ? 'list' : list.type) as ParameterType,
    values: value.enum,
    default: schema.default ?? schema['x-default'],
    minimum: bound(value.minimum),
    exclusiveMinimum: value.exclusiveMinimum,
    maximum: bound(value.maximum),
    minLength: value.minLength,
    maxLength: value.maxLength,
    minItems: list.minItems || undefined,
    maxItems: list.maxItems,
    acceptsOne: schema['x-accepts-one'] as true | undefined,
    unit: text('x-unit'),
    expected: text('x-expected'),
    secret: schema['x-secret'] as true | undefined,
    lowerCase: schema['x-lower-case'] as true | undefined,
    separator: text('x-separator'),
    required: required || undefined,
    description: schema.description ?? '',
    kinds: kindsSharing(kind, name),
    group: text('x-group') as Group,
  };
  return Object.fromEntries(
    Object.entries(info).filter(([, value]) => value !== undefined),
  ) as unknown as ParameterInfo;
}

/** zod writes the bounds of safe integers into every integer; they say nothing to people. */
function bound(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
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
