import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { requestJsonSchema } from '@tintype/contract';

type Properties = Record<string, object>;

/**
 * What a tool is called with. Values are checked where they are used, by the one reader of
 * requests, whose sentences say what to write instead.
 */
export type ToolInput = StandardSchemaWithJSON<Record<string, unknown>, Record<string, unknown>>;

/**
 * Parameters of a kind, by their names, as the schema of a tool. `more` takes all the others, so
 * that the list stays short.
 */
export function kindSchema(
  kind: string,
  names: readonly string[],
  own: Properties = {},
): ToolInput {
  const { properties = {} } = requestJsonSchema(kind);
  const chosen = names.map((name) => [name, withoutExtensions(properties[name] ?? {})] as const);
  const others = Object.keys(properties).filter((name) => !names.includes(name));
  const examples = [
    'click_selector',
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

/** The schema of a tool with these properties. */
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

/** Without what only Tintype's own projections read. */
function withoutExtensions(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !name.startsWith('x-')));
}
