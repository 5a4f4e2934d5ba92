import { errorTable, type ErrorCode, type ErrorInfo } from '@tintype/contract';
import { ref, type Json } from './json-parts.ts';
import { accountHeaders, headersOf } from './response-headers.ts';

const entries = Object.entries<ErrorInfo>(errorTable) as [ErrorCode, ErrorInfo][];

/** The client has disconnected. */
const neverSent: readonly ErrorCode[] = ['cancelled'];

/** Errors that no operation of the document can cause. */
const ofProtocol: readonly ErrorCode[] = ['method_not_allowed', 'expectation_failed'];

/** Errors of every request. */
const always: readonly ErrorCode[] = ['internal', 'shutting_down'];

export const renderErrors: readonly ErrorCode[] = entries
  .map(([code]) => code)
  .filter((code) => !['not_found', ...ofProtocol, ...neverSent].includes(code));

/** Errors of every route with a key. */
export const accountErrors: readonly ErrorCode[] = [
  'unauthorized',
  'payment_required',
  'rate_limited',
  'storage_failed',
  ...always,
];

/** The responses of an operation, one for each status that its errors have. */
export function errorResponses(
  codes: readonly ErrorCode[],
  usual: readonly ErrorCode[] = always,
): Json {
  const byStatus = Map.groupBy(new Set([...codes, ...usual]), (code) => errorTable[code].status);
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    sorted.map(([status, members]) => [status, responseOf(status, members)]),
  );
}

function responseOf(status: number, codes: readonly ErrorCode[]): Json {
  const hasRetry = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n\n'),
    headers: headersOf([
      ...(status === 401 ? (['requestId'] as const) : accountHeaders),
      ...(hasRetry ? (['retryAfter'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: {
          allOf: [
            ref('schemas', 'Error'),
            { properties: { statusCode: { const: status }, code: { enum: codes } } },
          ],
        },
      },
    },
  };
}
