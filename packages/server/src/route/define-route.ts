import type { ErrorCode } from '@tintype/contract';
import { accountErrors, errorResponses } from './error-responses.ts';
import { jsonContent, ref, type Json } from './json-parts.ts';
import { accountHeaders, headersOf } from './response-headers.ts';

/** Definition of one operation. */
export interface Operation {
  id: string;
  tag: string;
  summary: string;
  /** Its own errors, beside those of every route. */
  errors?: readonly ErrorCode[];
  parameters?: readonly Json[];
  body?: string;
  status?: number;
  description?: string;
  content?: Json;
  headers?: Json;
  /** True if no key is required. */
  isPublic?: boolean;
  /** Answered while the service ends, too. */
  duringDrain?: boolean;
}

/** An operation of the document that is no render. */
export function operation(given: Operation): Json {
  const { id, tag, summary, parameters, body, isPublic = false, errors = [] } = given;
  const codes = isPublic ? errors : [...accountErrors, ...errors];
  const { status = 200, description = 'Done.', content, headers } = given;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(isPublic ? { security: [] } : {}),
    ...(parameters ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: jsonContent(ref('schemas', body)) } }
      : {}),
    responses: {
      [status]: {
        description,
        headers: { ...headersOf(isPublic ? ['requestId'] : accountHeaders), ...headers },
        ...(content ? { content } : {}),
      },
      ...(given.duringDrain ? errorResponses(codes, []) : errorResponses(codes)),
    },
  };
}
