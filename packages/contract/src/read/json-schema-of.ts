import * as z from 'zod/mini';
import type { JsonSchema } from './json-schema.ts';
import { valueInfo, type ValueInfo } from './value-info.ts';

const jsonSchemas = new WeakMap<z.core.$ZodType, JsonSchema>();

/** The JSON Schema of what a schema takes, made when it is asked for the first time. */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const known = jsonSchemas.get(schema);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  jsonSchemas.set(schema, made);
  return made;
}

/** Returns the description of a schema's value. */
export function schemaInfo(schema: z.core.$ZodType): ValueInfo {
  return valueInfo(jsonSchemaOf(schema));
}
