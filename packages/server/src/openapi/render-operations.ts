import {
  kinds,
  parameterList,
  requestJsonSchema,
  type JsonSchema,
  type Kind,
} from '@tintype/contract';
import { errorResponses, renderErrors } from './error-responses.ts';
import { jsonContent, ref, type Json } from './json-parts.ts';
import { accountHeaders, headersOf, locationHeader, resultHeaderKeys } from './response-headers.ts';

const titles: Record<Kind, string> = {
  screenshot: 'A still picture of a page',
  screencast: 'A video of a page',
  pdf: 'A PDF of a page',
  scrape: 'The text of a page as HTML or Markdown',
};

/** Media types of the values of `format`. */
const mediaTypes: Record<Kind, Record<string, string>> = {
  screenshot: {
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
  },
  screencast: {
    webm: 'video/webm',
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    avi: 'video/x-msvideo',
    gif: 'image/gif',
    webp: 'image/webp',
  },
  pdf: { pdf: 'application/pdf' },
  scrape: { html: 'text/html; charset=utf-8', md: 'text/markdown; charset=utf-8' },
};

/** A body that works for each kind. */
const EXAMPLE = { url: 'https://example.com/' };

/** GET and POST of each kind. */
export function renderPaths(): Json {
  return Object.fromEntries(
    kinds.map((kind) => [`/v1/${kind}`, { get: getOperation(kind), post: postOperation(kind) }]),
  );
}

/** The JSON Schemas of the bodies, from the declarations. */
export function parameterSchemas(): Json {
  return Object.fromEntries(
    kinds.map((kind) => {
      const { properties = {}, required, type, additionalProperties } = requestJsonSchema(kind);
      // Only a query string can be signed.
      const taken = Object.entries(properties).filter(([name]) => name !== 'signature');
      const cleaned = taken.map(([name, one]) => [name, withoutNoise(one)] as const);
      const schema = { type, properties: Object.fromEntries(cleaned), additionalProperties };
      return [schemaName(kind), { ...schema, ...(required ? { required } : {}) }];
    }),
  );
}

function schemaName(kind: Kind): string {
  return `${kind[0]?.toUpperCase()}${kind.slice(1)}Parameters`;
}

function getOperation(kind: Kind): Json {
  const { properties = {} } = requestJsonSchema(kind);
  return {
    ...describe(kind),
    operationId: `${kind}ByGet`,
    parameters: parameterList(kind).map(({ name, required = false, description }) => ({
      name,
      in: 'query',
      required,
      description,
      ...(isList(properties[name]) ? { style: 'form', explode: true } : {}),
      schema: withoutNoise(properties[name] ?? {}),
    })),
  };
}

function postOperation(kind: Kind): Json {
  return {
    ...describe(kind),
    operationId: kind,
    requestBody: {
      required: true,
      content: {
        // What a page that tries it out would make up from the schema is refused: url and html at once.
        'application/json': { schema: ref('schemas', schemaName(kind)), example: EXAMPLE },
      },
    },
  };
}

function describe(kind: Kind): Json {
  return {
    tags: ['Renders'],
    summary: titles[kind],
    responses: {
      200: {
        description: 'The result.',
        headers: headersOf(
          resultHeaderKeys((name) => parameterList(kind).some((info) => info.name === name)),
        ),
        content: resultContent(kind),
      },
      202: {
        description: 'Accepted, with `async`: it will be rendered, and its webhook called.',
        headers: {
          ...headersOf(accountHeaders),
          ...locationHeader('Where to ask about it.'),
        },
        content: jsonContent(ref('schemas', 'AcceptedRequest')),
      },
      ...errorResponses(renderErrors),
    },
  };
}

function resultContent(kind: Kind): Json {
  const { values = ['pdf'] } = parameterList(kind).find(({ name }) => name === 'format') ?? {};
  const types = new Set(values.map((value) => mediaTypeOf(kind, value)));
  const schema = kind === 'scrape' ? { type: 'string' } : { type: 'string', format: 'binary' };
  return Object.fromEntries([...types].map((type) => [type, { schema }]));
}

function mediaTypeOf(kind: Kind, format: string): string {
  const type = mediaTypes[kind][format];
  if (type === undefined) throw new Error(`No media type is known for ${kind} as ${format}.`);
  return type;
}

function isList(schema: JsonSchema | undefined): boolean {
  return schema?.type === 'array' || (schema?.anyOf ?? []).some(({ type }) => type === 'array');
}

/** Bounds of safe integers are true of every JSON number, and say nothing. */
function withoutNoise(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([, value]) => typeof value !== 'number' || Math.abs(value) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(kept) as JsonSchema;
}
