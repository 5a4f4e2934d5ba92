import {
  capturesName,
  maxOutputs,
  requestJsonSchema,
  type Half,
  type KindSet,
} from '@tintype/contract';
import { markReplayed, sendQueued } from '../reply/send-answer.ts';
import { sendOutputs, readPackaging } from '../reply/send-outputs.ts';
import { noteRender, readCaptures, readSubmission } from '../parse/read-render.ts';
import type { Route } from '../route/define-route.ts';
import { errorResponses, renderErrors } from '../route/error-responses.ts';
import { idempotencyParameter, jsonContent, ref, type Json } from '../route/json-parts.ts';
import { accountHeaders, headersOf, locationHeader } from '../route/response-headers.ts';

const EXAMPLE = {
  url: 'https://example.com/',
  outputs: [{ kind: 'screenshot', full_page: true }, { kind: 'pdf' }],
};

/** Several files of one load. */
export const capturesRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `/v1/${capturesName}`,
    access: 'account',
    operation: captures,
    handle: async (request, reply, options) => {
      const { jobs, running } = options;
      const parsed = readCaptures(request, options);
      const { page, outputs } = parsed.request;
      noteRender({ ...parsed, request: page }, request, reply, capturesName);
      const submission = readSubmission(page, request, running.signalOf(reply), options);
      const { id, isReplayed, answer } = await jobs.submit({ ...submission, outputs });
      if (isReplayed) markReplayed(reply, id);
      if ('error' in answer) throw answer.error;
      if ('queued' in answer) return sendQueued(reply, answer.queued);
      if ('outcome' in answer) throw new Error('Several files were not stored.');
      return sendOutputs(reply, answer.finished, readPackaging(request.headers.accept), options);
    },
  },
];

function captures(): Json {
  const files = { type: 'string', format: 'binary' };
  const content = {
    ...jsonContent(ref('schemas', 'Request')),
    'application/zip': { schema: files },
    'multipart/mixed': { schema: files },
  };
  const body = {
    'application/json': { schema: ref('schemas', 'CapturesParameters'), example: EXAMPLE },
  };
  return {
    tags: ['Renders'],
    operationId: capturesName,
    summary: 'Several files of one load of a page',
    parameters: [idempotencyParameter],
    requestBody: { required: true, content: body },
    responses: {
      200: {
        description:
          'The files, and an error for each output that failed: as URLs in JSON, or, with `Accept: application/zip` or `multipart/mixed`, in one body after `manifest.json`.',
        headers: headersOf([...accountHeaders, 'ignored', 'replayed']),
        content,
      },
      202: {
        description: 'Queued, with `async`.',
        headers: { ...headersOf(accountHeaders), ...locationHeader('URL of its state.') },
        content: jsonContent(ref('schemas', 'QueuedRequest')),
      },
      ...errorResponses(renderErrors),
    },
  };
}

export function capturesSchemas(kinds: KindSet): Json {
  const name = {
    type: 'string',
    maxLength: 100,
    description: 'Unique file name. Default: kind and extension.',
  };
  const outputOf = (kind: string): Json => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, name, ...propertiesOf([kind], ['capture'], kinds) },
    additionalProperties: false,
  });
  const outputs = {
    type: 'array',
    minItems: 1,
    maxItems: maxOutputs,
    description: 'Outputs of the page, in this order.',
    items: { oneOf: kinds.names.map(outputOf) },
  };
  return {
    CapturesParameters: {
      type: 'object',
      properties: { ...propertiesOf(kinds.names, ['load', 'service'], kinds), outputs },
      additionalProperties: false,
    },
  };
}

function propertiesOf(names: readonly string[], halves: readonly Half[], kinds: KindSet): Json {
  const entries = names.flatMap((kind) => {
    const { properties = {} } = requestJsonSchema(kind, kinds);
    return Object.entries(properties).filter(
      ([name, schema]) => halves.includes(schema['x-half'] as Half) && name !== 'signature',
    );
  });
  return Object.fromEntries(entries);
}
