import {
  isTextKind,
  parameterList,
  requestJsonSchema,
  type JsonSchema,
  type KindSet,
} from '@tintype/contract';
import { errorResponses, renderErrors } from '../route/error-responses.ts';
import { idempotencyParameter, jsonContent, ref, type Json } from '../route/json-parts.ts';
import {
  accountHeaders,
  contentHeaders,
  headersOf,
  headOf,
  locationHeader,
  partResponses,
  resultHeaderKeys,
} from '../route/response-headers.ts';

const EXAMPLE = { url: 'https://example.com/' };

export function headOperation(kind: string, kinds: KindSet): Json {
  return headOf(getOperation(kind, kinds), `${kind}ByHead`, 'Headers of the GET, without a render');
}

export function parameterSchemas(kinds: KindSet): Json {
  return Object.fromEntries(
    kinds.names.map((kind) => {
      const {
        properties = {},
        required,
        type,
        additionalProperties,
      } = requestJsonSchema(kind, kinds);
      // Only a query string can be signed.
      const taken = Object.entries(properties).filter(([name]) => name !== 'signature');
      const schema = { type, properties: Object.fromEntries(taken), additionalProperties };
      return [schemaName(kind), { ...schema, ...(required ? { required } : {}) }];
    }),
  );
}

function schemaName(kind: string): string {
  const words = kind.split('-').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Parameters`;
}

export function getOperation(kind: string, kinds: KindSet): Json {
  const { properties = {}, required = [] } = requestJsonSchema(kind, kinds);
  const { responses, ...description } = describe(kind, kinds);
  const { 200: result, ...others } = responses as Record<string, Json>;
  const headers = result?.['headers'] as Json;
  return {
    ...description,
    operationId: `${kind}ByGet`,
    responses: {
      200: { ...result, headers: { ...headers, ...contentHeaders } },
      ...others,
      ...partResponses(resultContent(kind, kinds), headers),
    },
    parameters: [
      ...Object.entries(properties).map(([name, schema]) => ({
        name,
        in: 'query',
        required: required.includes(name),
        description: schema.description,
        ...(isList(schema) ? { style: 'form', explode: true } : {}),
        schema,
      })),
      ...linkOnly,
      idempotencyParameter,
    ],
  };
}

/** Parameters of signed links that belong to no render. */
const linkOnly: readonly Json[] = [
  {
    name: 'signature_version',
    in: 'query',
    required: false,
    description:
      'What the signature covers: 1 the query string, for every kind and without expiry, 2 (recommended) method, path, query string and `expires`.',
    schema: { type: 'string', enum: ['1', '2'], default: '1' },
  },
  {
    name: 'expires',
    in: 'query',
    required: false,
    description: 'Expiry of a link with `signature_version=2`, Unix seconds.',
    schema: { type: 'integer', minimum: 0 },
  },
];

export function postOperation(kind: string, kinds: KindSet): Json {
  return {
    ...describe(kind, kinds),
    operationId: kind,
    parameters: [idempotencyParameter],
    requestBody: {
      required: true,
      content: {
        // Generated examples would contain both url and html, which is rejected.
        'application/json': { schema: ref('schemas', schemaName(kind)), example: EXAMPLE },
        'multipart/form-data': {
          schema: {
            type: 'object',
            description:
              'Parameters as fields, the page as the file index.html or the field html, and its other files.',
          },
        },
      },
    },
  };
}

function describe(kind: string, kinds: KindSet): Json {
  return {
    tags: ['Renders'],
    summary: kinds.get(kind).title,
    responses: {
      200: {
        description: 'The result.',
        headers: headersOf(
          resultHeaderKeys((name) => parameterList(kind, kinds).some((info) => info.name === name)),
        ),
        content: resultContent(kind, kinds),
      },
      202: {
        description: 'Queued, with `async`.',
        headers: {
          ...headersOf(accountHeaders),
          ...locationHeader('URL of its state.'),
        },
        content: jsonContent(ref('schemas', 'QueuedRequest')),
      },
      ...errorResponses(renderErrors),
    },
  };
}

function resultContent(kind: string, kinds: KindSet): Json {
  const definition = kinds.get(kind);
  const schema = isTextKind(definition) ? { type: 'string' } : { type: 'string', format: 'binary' };
  const types = new Set(Object.values(definition.files));
  return Object.fromEntries([...types].map((type) => [type, { schema }]));
}

function isList(schema: JsonSchema): boolean {
  return schema.type === 'array' || (schema.anyOf ?? []).some(({ type }) => type === 'array');
}
