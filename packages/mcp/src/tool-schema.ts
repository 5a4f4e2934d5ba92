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
  const chosen = names.map((name) => [name, forAgents(properties[name] ?? {})] as const);
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
      description: `Any other parameter of a ${kind}, such as ${shown.join(', ')}.`,
    },
  });
}

export function schemaOf(properties: Properties, required: readonly string[] = []): ToolInput {
  const schema = {
    type: 'object' as const,
    properties,
    ...(required.length > 0 && { required: [...required] }),
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

/** Removes what an agent does not choose by: extensions, and limits of texts, which errors name. */
function forAgents(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => !/^(?:x-|minLength$|maxLength$)/.test(name)),
  );
}
