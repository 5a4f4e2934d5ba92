/** Any part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** Points to a part of the document: `ref('schemas', 'Task')`. */
export function ref(place: 'schemas' | 'headers' | 'responses', name: string): Json {
  return { $ref: `#/components/${place}/${name}` };
}

/** A body of JSON. */
export function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
