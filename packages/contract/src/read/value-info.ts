import type { JsonSchema } from './json-schema.ts';

/** The type of a JSON value. */
export type ValueType = 'boolean' | 'integer' | 'number' | 'string' | 'list' | 'object';

/** Description of one value in a JSON Schema. */
export interface ValueInfo {
  type: ValueType;
  /** The values that are allowed, of each item for a list. */
  values?: readonly string[];
  /** The keys that an object can have, where it can have no others. */
  keys?: readonly string[];
  minimum?: number;
  /** The lower bound, itself not allowed. */
  exclusiveMinimum?: number;
  maximum?: number;
  /** Of a string, or of each item of a list, in UTF-16 code units. */
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  /** A single string is a list with one item. */
  acceptsOne?: boolean;
  unit?: string;
  /** The expected value, in words, if the bounds do not describe it. */
  expected?: string;
  /** Never repeat its value. */
  secret?: boolean;
}

/** Reads the schema of one value. Of several forms, the one that holds all that a text can say. */
export function valueInfo(schema: JsonSchema): ValueInfo {
  const form =
    schema.anyOf?.find(({ type }) => type === 'array') ??
    schema.anyOf?.find(({ type }) => type === 'string') ??
    schema;
  const value = form.items ?? form;
  const info = {
    type: (form.type === 'array' ? 'list' : form.type) as ValueType,
    values: value.enum,
    keys: form.additionalProperties === false ? Object.keys(form.properties ?? {}) : undefined,
    minimum: bound(value.minimum),
    exclusiveMinimum: value.exclusiveMinimum,
    maximum: bound(value.maximum),
    minLength: value.minLength,
    maxLength: value.maxLength,
    minItems: form.minItems || undefined,
    maxItems: form.maxItems,
    acceptsOne: schema['x-accepts-one'] as true | undefined,
    unit: schema['x-unit'] as string | undefined,
    expected: schema['x-expected'] as string | undefined,
    secret: schema['x-secret'] as true | undefined,
  };
  return withoutUndefined(info) as unknown as ValueInfo;
}

/** The same object without what is undefined. */
export function withoutUndefined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** zod writes the bounds of safe integers into every integer; they say nothing to people. */
function bound(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}
