import { headerTable, type HeaderInfo } from '@tintype/contract/headers';
import { ref, type Json } from './json-parts.ts';

type HeaderKey = keyof typeof headerTable;

const INTEGERS: ReadonlySet<HeaderKey> = new Set([
  'status',
  'rateLimit',
  'rateRemaining',
  'rateReset',
  'retryAfter',
]);

/** Headers of every response to a request with a key. */
export const accountHeaders = [
  'requestId',
  'traceId',
  'rateLimit',
  'rateRemaining',
  'rateReset',
] as const;

export function headerComponents(): Json {
  return Object.fromEntries(
    Object.entries<HeaderInfo>(headerTable).map(([key, { name, description, parameter }]) => [
      name,
      {
        description: parameter === undefined ? description : `${description} With ${parameter}.`,
        schema: { type: INTEGERS.has(key as HeaderKey) ? 'integer' : 'string' },
      },
    ]),
  );
}

export function headersOf(keys: readonly HeaderKey[]): Json {
  const names = keys.map((key) => headerTable[key].name);
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

/** The headers of a result; each field of the metadata has its own. */
export function resultHeaderKeys(takesParameter: (name: string) => boolean): HeaderKey[] {
  const keys = Object.keys(headerTable) as HeaderKey[];
  return keys.filter((key) => {
    const { parameter }: HeaderInfo = headerTable[key];
    return key !== 'retryAfter' && (parameter === undefined || takesParameter(parameter));
  });
}

export function locationHeader(description: string): Json {
  return { Location: { description, schema: { type: 'string' } } };
}

const text = (description: string): Json => ({ description, schema: { type: 'string' } });

/** Headers of a response whose URL denotes one content. */
export const contentHeaders: Json = {
  ETag: text('Of this content; `If-None-Match` and `If-Range` take it.'),
  'Accept-Ranges': text('bytes'),
  'Cache-Control': text('Time for which the content does not change.'),
};

/** The responses of a GET besides 200, if its URL denotes one content. */
export function partResponses(content: Json, headers: Json): Json {
  return {
    206: {
      description: 'The requested range.',
      headers: {
        ...headers,
        ...contentHeaders,
        'Content-Range': text('The range, and the total length.'),
      },
      content,
    },
    304: {
      description: 'The content has the tag of `If-None-Match`.',
      headers: { ...headers, ...contentHeaders },
    },
  };
}

/** The HEAD of a GET: the same without bodies and without parts. */
export function headOf(get: Json, operationId: string, summary: string): Json {
  const responses = Object.entries(get['responses'] as Record<string, Json>)
    .filter(([status]) => !['202', '206'].includes(status))
    .map(([status, { content: _content, ...rest }]) => [status, rest]);
  return { ...get, operationId, summary, responses: Object.fromEntries(responses) };
}
