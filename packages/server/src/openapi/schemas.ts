import type { KindSet } from '@tintype/contract';
import { wireSchemas } from '@tintype/contract/wire';
import { requestApis } from '../parse/read-request-filter.ts';
import { batchSchemas } from '../routes/batch-schemas.ts';
import { capturesSchemas } from '../routes/captures-routes.ts';
import { errorSchema } from '../route/error-responses.ts';
import { operatorApiSchemas } from '../operator-routes/operator-schemas.ts';
import { daysSchema, ref, type Json } from '../route/json-parts.ts';
import { parameterSchemas } from '../routes/render-operations.ts';

const seconds = (description: string): Json => ({
  type: 'integer',
  format: 'int64',
  description: `${description} Unix seconds.`,
});
const requestId: Json = { type: 'string', format: 'uuid', description: 'Id of the request.' };
const count: Json = { type: 'integer', minimum: 0 };

function object(required: readonly string[], properties: Json): Json {
  return { type: 'object', required, properties };
}

const metadata: Json = {
  ...object([], {
    status: { type: 'integer' },
    title: { type: 'string' },
    icon: { type: 'string' },
    fonts: { type: 'array', items: { type: 'string' } },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    hash: { type: 'string' },
    image_size: object(['width', 'height'], {
      width: { type: 'integer' },
      height: { type: 'integer' },
    }),
  }),
  description: 'What the parameters metadata_* asked for, when it succeeded.',
};

const receipt: Json = {
  type: 'object',
  description:
    'What the result says of itself: blank, wall, images, requests and others, each where there is something to say.',
};

const webhookError = object(['statusCode', 'error', 'message'], {
  statusCode: { type: 'integer' },
  error: { type: 'string' },
  message: { type: 'string' },
});

/** Outcome of one output of captures. */
function outputSchema(kinds: KindSet): Json {
  return object(['name', 'kind'], {
    name: { type: 'string' },
    kind: { enum: kinds.names },
    file: { type: 'string', format: 'uri', description: 'The file, until it expires.' },
    expires: seconds('When the file goes.'),
    media_type: { type: 'string' },
    bytes: count,
    metadata,
    receipt,
    error: ref('schemas', 'Error'),
  });
}

/** `components.schemas`. */
export function schemas(kinds: KindSet): Json {
  return {
    Error: errorSchema,
    ...wireSchemas(kinds),
    ...parameterSchemas(kinds),
    ...capturesSchemas(kinds),
    ...batchSchemas(kinds),
    ...operatorApiSchemas(),
    Delivery: object(['id', 'request', 'url', 'state', 'attempts', 'created', 'body'], {
      id: { type: 'string', description: 'Its `webhook-id`.' },
      request: requestId,
      url: { type: 'string', format: 'uri' },
      state: { enum: ['pending', 'delivered', 'failed'] },
      signed: { type: 'boolean' },
      attempts: count,
      created: seconds('When it was written.'),
      next_attempt: seconds('While it is pending: its next attempt.'),
      finished: seconds('When it was delivered or given up.'),
      last_status: { type: 'integer' },
      last_error: { type: 'string' },
      body: { type: 'string', description: 'As it is sent.' },
    }),
    Output: outputSchema(kinds),
    QueuedRequest: object(['id', 'status', 'created', 'status_url'], {
      id: requestId,
      status: { const: 'queued' },
      created: seconds('When it was queued.'),
      status_url: { type: 'string', format: 'uri' },
    }),
    Request: object(['id', 'status', 'api', 'created'], {
      id: requestId,
      status: { enum: ['queued', 'processing', 'succeeded', 'failed'] },
      api: { enum: requestApis(kinds) },
      url: {
        type: 'string',
        description: 'The page, without user and password; its first 2,048 characters.',
      },
      task: { type: 'integer', format: 'int64', description: 'Of a run: its task.' },
      batch: { type: 'string', description: 'Of one that came with others: its batch.' },
      scheduled_for: seconds('Of a run: its time.'),
      created: seconds('When it came.'),
      started: seconds('When its first try began.'),
      finished: seconds('When it ended.'),
      wait_ms: {
        type: 'integer',
        description: 'Milliseconds from its arrival to the start of its first attempt.',
      },
      duration_ms: {
        type: 'integer',
        description: 'Milliseconds from the start of its first attempt to its end.',
      },
      file: { type: 'string', format: 'uri', description: 'The result, until it expires.' },
      expires: seconds('When the file goes.'),
      outputs: {
        type: 'array',
        items: ref('schemas', 'Output'),
        description: 'Of captures: what came of each output.',
      },
      metadata,
      receipt,
      error: ref('schemas', 'Error'),
    }),
    Usage: object(['hits', 'concurrency'], {
      hits: {
        ...object(['quota', 'used', 'remaining'], { quota: count, used: count, remaining: count }),
        description: 'Renders of this calendar month (UTC) that succeeded.',
      },
      concurrency: {
        ...object(['limit', 'remaining', 'reset'], {
          limit: count,
          remaining: count,
          reset: seconds('When the next minute begins.'),
        }),
        description: 'Requests that may start in this minute.',
      },
      days: daysSchema,
    }),
    Device: object(['id', 'name', 'userAgent', 'viewport'], {
      id: { type: 'string', description: 'The value of viewport_device.' },
      name: { type: 'string' },
      userAgent: { type: 'string' },
      viewport: object(
        ['width', 'height', 'deviceScaleFactor', 'isMobile', 'hasTouch', 'isLandscape'],
        {
          width: { type: 'integer' },
          height: { type: 'integer' },
          deviceScaleFactor: { type: 'number' },
          isMobile: { type: 'boolean' },
          hasTouch: { type: 'boolean' },
          isLandscape: { type: 'boolean' },
        },
      ),
    }),
    WebhookSuccess: object(['id', 'file', 'expires', 'created'], {
      id: requestId,
      file: { type: 'string', format: 'uri' },
      expires: seconds('When the file goes.'),
      created: seconds('When the request came.'),
    }),
    WebhookOutputs: object(['id', 'outputs', 'created'], {
      id: requestId,
      outputs: {
        type: 'array',
        items: object(['name', 'kind'], {
          name: { type: 'string' },
          kind: { enum: kinds.names },
          file: { type: 'string', format: 'uri' },
          expires: seconds('When the file goes.'),
          error: webhookError,
        }),
      },
      created: seconds('When the request came.'),
    }),
    WebhookFailure: object(['id', 'created', 'error'], {
      id: requestId,
      created: seconds('When the request came.'),
      error: webhookError,
    }),
    Readiness: object(['status'], {
      status: { enum: ['ready', 'failing', 'draining'] },
      message: { type: 'string' },
    }),
  };
}
