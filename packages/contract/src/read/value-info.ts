import * as z from 'zod/mini';
import { oncePer } from './once-per.ts';
import { withoutUndefined } from './without-undefined.ts';

/** The JSON Schema keywords that Tintype uses. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
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

export type ValueType = 'boolean' | 'integer' | 'number' | 'string' | 'list' | 'object';

/** Description of one value in a JSON Schema. */
export interface ValueInfo {
  type: ValueType;
  /** Allowed values, for a list those of each item. */
  values?: readonly string[];
  /** Allowed keys of an object, if others are rejected. */
  keys?: readonly string[];
  minimum?: number;
  /** Excluded lower bound. */
  exclusiveMinimum?: number;
  maximum?: number;
  /** Length of a string, or of each item of a list, in UTF-16 code units. */
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  /** True if a single string is a list with one item. */
  acceptsOne?: boolean;
  unit?: string;
  /** Expected value in words, if bounds do not describe it. */
  expected?: string;
  /** True if messages never contain its value. */
  secret?: boolean;
}

/** Returns the description of a value. Of several forms, it describes the list or the string. */
export function valueInfo(schema: JsonSchema): ValueInfo {
  // JSON is text where values are strings: in query strings and flags.
  const isJson = schema.anyOf?.some(({ type }) => type === 'object');
  const form =
    schema.anyOf?.find(({ type }) => type === 'array' && !isJson) ??
    schema.anyOf?.find(({ type }) => type === 'string') ??
    schema;
  const value = form.items ?? form;
  const info = {
    type: (form.type === 'array' ? 'list' : form.type) as ValueType,
    values: value.enum,
    keys: form.additionalProperties === false ? Object.keys(form.properties ?? {}) : undefined,
    minimum: value.minimum,
    exclusiveMinimum: value.exclusiveMinimum,
    maximum: value.maximum,
    minLength: value.minLength,
    maxLength: value.maxLength,
    minItems: form.minItems || undefined,
    maxItems: form.maxItems,
    acceptsOne: schema['x-accepts-one'] as true | undefined,
    unit: schema['x-unit'] as string | undefined,
    expected: schema['x-expected'] as string | undefined,
    secret: schema['x-secret'] as true | undefined,
  };
  return withoutUndefined(info) as ValueInfo;
}

/** Drops the bounds of safe integers, which zod adds to every integer. An `override` of zod. */
export function withoutSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Returns the JSON Schema of the input of a schema; cached. */
export const jsonSchemaOf = oncePer((schema: z.core.$ZodType) => {
  const options = { io: 'input', unrepresentable: 'any', override: withoutSafeBounds } as const;
  return z.toJSONSchema(schema, options) as JsonSchema;
});

/** Returns a sentence for each property of an object that has a description or a default. */
export function descriptionsOf(schema: z.core.$ZodType): Map<string, string> {
  const { properties = {} } = jsonSchemaOf(schema);
  return new Map(
    Object.entries(properties).map(([name, { description = '', default: usual }]) => [
      name,
      `${description}${usual === undefined ? '' : ` Default: ${JSON.stringify(usual)}.`}`.trim(),
    ]),
  );
}

export function schemaInfo(schema: z.core.$ZodType): ValueInfo {
  return valueInfo(jsonSchemaOf(schema));
}

/** Describes the expected value: `an integer from 1 to 100`. */
export function describeExpected(info: ValueInfo): string {
  if (info.expected !== undefined) return info.expected;
  const values = info.values?.join(', ');
  switch (info.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `an integer${range(info)}`;
    case 'number':
      return `a number${range(info)}`;
    case 'string':
      return values === undefined ? `a string${length(info)}` : `one of ${values}`;
    case 'list':
      if (values === undefined) return `a list of strings${length(info)}`;
      return info.acceptsOne ? `one or several of ${values}` : `a list with any of ${values}`;
    case 'object':
      return info.keys === undefined
        ? 'an object'
        : `an object with any of ${info.keys.join(', ')}`;
  }
}

function range({ minimum, exclusiveMinimum, maximum, unit }: ValueInfo): string {
  const suffix = unit === undefined ? '' : ` (${unit})`;
  if (exclusiveMinimum !== undefined) {
    const upper = maximum === undefined ? '' : ` and at most ${maximum}`;
    return ` above ${exclusiveMinimum}${upper}${suffix}`;
  }
  if (minimum !== undefined && maximum !== undefined)
    return ` from ${minimum} to ${maximum}${suffix}`;
  if (minimum !== undefined) return ` of at least ${minimum}${suffix}`;
  return `${maximum === undefined ? '' : ` of at most ${maximum}`}${suffix}`;
}

function length({ minLength = 0, maxLength, type }: ValueInfo): string {
  const each = type === 'list' ? ', each' : '';
  if (maxLength !== undefined) return `${each} of ${minLength} to ${maxLength} characters`;
  return minLength === 0 ? '' : `${each} of at least ${minLength} character`;
}
