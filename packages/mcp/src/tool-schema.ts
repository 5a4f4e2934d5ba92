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
  const chosen = names.map((name) => [name, forAgents(name, properties[name] ?? {})] as const);
  const others = Object.keys(properties).filter((name) => !names.includes(name));
  const examples = [
    'viewport_width',
    'viewport_device',
    'fps',
    'pdf_page_ranges',
    'steps',
    'hide_selectors',
    'block_annoyance',
  ];
  const shown = examples.filter((name) => others.includes(name)).slice(0, 4);
  return schemaOf({
    ...Object.fromEntries(chosen),
    ...own,
    more: {
      type: 'object',
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

/** Descriptions that are shorter than those of the parameters. */
const shortDescriptions: Readonly<Record<string, string>> = {
  url: 'http or https URL of the page.',
  html: 'HTML instead of url.',
  format: 'Format of the file.',
  wait_for_selector: 'CSS selector of an element to wait for.',
};

/** Removes what an agent does not choose by: extensions, and limits, which errors name. */
function forAgents(name: string, schema: object): object {
  const unused = /^(?:x-|minLength$|maxLength$|minimum$|maximum$|exclusiveMinimum$)/;
  const used = Object.entries(schema).filter(([key]) => !unused.test(key));
  const description = shortDescriptions[name];
  return { ...Object.fromEntries(used), ...(description !== undefined && { description }) };
}
