import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { requestJsonSchema } from '@tintype/contract';

type Properties = Record<string, object>;

/** Input of a tool. `parseRequest` validates the values, with better messages. */
export type ToolInput = StandardSchemaWithJSON<Record<string, unknown>, Record<string, unknown>>;

/** Returns a schema with some parameters of a kind; `more` takes all others. */
export function kindSchema(
  kind: string,
  names: readonly string[],
  own: Properties = {},
): ToolInput {
  const { properties = {} } = requestJsonSchema(kind);
  const chosen = names.map((name) => [name, withoutExtensions(properties[name] ?? {})] as const);
  const others = Object.keys(properties).filter((name) => !names.includes(name));
  const examples = [
    'steps',
    'hide_selectors',
    'wait_for_selector',
    'block_annoyance',
    'cookies',
    'dark_mode',
  ];
  const shown = examples.filter((name) => others.includes(name)).slice(0, 4);
  return schemaOf({
    ...Object.fromEntries(chosen),
    ...own,
    more: {
      type: 'object',
      additionalProperties: true,
      description: `Any further parameter of a ${kind} of Tintype, for example ${shown.join(', ')}.`,
    },
  });
}

export function schemaOf(properties: Properties, required: readonly string[] = []): ToolInput {
  const schema = {
    type: 'object' as const,
    properties,
    required: [...required],
    additionalProperties: false,
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'tintype',
      validate: (value) => ({ value: isRecord(value) ? value : {} }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes extensions, which only Tintype's own projections read. */
function withoutExtensions(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !name.startsWith('x-')));
}
