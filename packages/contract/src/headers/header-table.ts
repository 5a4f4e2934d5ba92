import type { imageMetadataParameters, metadataParameters } from '../parameters/metadata.ts';

/** The parameters that ask for metadata of the page. */
export type MetadataParameter =
  | keyof typeof metadataParameters
  | keyof typeof imageMetadataParameters;

/** A header of answers. */
export interface HeaderInfo {
  name: string;
  /** One line. */
  description: string;
  /** The parameter that asks for it. */
  parameter?: MetadataParameter;
}

/** Every header of answers that has a meaning of its own here. */
export const headerTable = {
  requestId: {
    name: 'X-Tintype-Request-Id',
    description: 'Id of the request (UUID v7); it is on every answer, errors included.',
  },
  traceId: {
    name: 'X-Tintype-Trace-Id',
    description:
      'Id of the trace that the request is a part of, in hex: that of its `traceparent`, or of an OpenTelemetry SDK in the service. Absent where there is none.',
  },
  icon: {
    name: 'X-Tintype-Metadata-Icon',
    parameter: 'metadata_icon',
    description: "Absolute URL of the page's icon.",
  },
  title: {
    name: 'X-Tintype-Metadata-Title',
    parameter: 'metadata_title',
    description:
      'Title of the page; %, control and non-ASCII characters are percent-encoded UTF-8.',
  },
  fonts: {
    name: 'X-Tintype-Metadata-Fonts',
    parameter: 'metadata_fonts',
    description: 'Font families that painted text: a JSON array in ASCII.',
  },
  hash: {
    name: 'X-Tintype-Metadata-Hash',
    parameter: 'metadata_hash',
    description: 'SHA-256 of the body, hex.',
  },
  status: {
    name: 'X-Tintype-Metadata-Status',
    parameter: 'metadata_status',
    description: 'HTTP status of the page.',
  },
  headers: {
    name: 'X-Tintype-Metadata-Headers',
    parameter: 'metadata_headers',
    description:
      'Response headers of the page: a JSON object in ASCII, names in lower case, at most 6 KiB, without set-cookie.',
  },
  imageSize: {
    name: 'X-Tintype-Metadata-Image-Size',
    parameter: 'metadata_image_size',
    description: 'Size of the image in pixels: WIDTHxHEIGHT.',
  },
  receipt: {
    name: 'X-Tintype-Receipt',
    description: 'What the result says of itself: a JSON object in ASCII, at most 2 KiB.',
  },
  cache: {
    name: 'X-Tintype-Cache',
    description: 'HIT or MISS, when cache is true.',
  },
  ignored: {
    name: 'X-Tintype-Ignored',
    description:
      'Names that were ignored: parameters of another operation, and marks of tracking and of caches.',
  },
  serverTiming: {
    name: 'Server-Timing',
    description: 'Milliseconds of each stage of the render, and of the wait in the queue.',
  },
  contentDisposition: {
    name: 'Content-Disposition',
    description: 'inline, or attachment when attachment_name is given; each with a file name.',
  },
  rateLimit: {
    name: 'X-Ratelimit-Limit',
    description: 'Requests that the account may start per minute.',
  },
  rateRemaining: {
    name: 'X-Ratelimit-Remaining',
    description: 'How many of them are left in this minute.',
  },
  rateReset: {
    name: 'X-Ratelimit-Reset',
    description: 'Seconds until the next minute begins.',
  },
  replayed: {
    name: 'Idempotency-Replayed',
    description:
      'true, when this is the answer to an earlier request with the same Idempotency-Key.',
  },
  retryAfter: {
    name: 'Retry-After',
    description: 'Seconds after which trying again makes sense; with 409, 429, 503 and 507.',
  },
} as const satisfies Record<string, HeaderInfo>;

/** Names a request, so that it can be sent again without being done twice. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Carries the access key of the account in requests. */
export const accessKeyHeader = 'X-Access-Key';

/**
 * What a webhook is about: headers of it, beside those of {@link headerTable} with the metadata
 * that was asked for.
 */
export const subjectHeaders = {
  requestId: 'X-Tintype-Request-Id',
  url: 'X-Tintype-Url',
  taskId: 'X-Tintype-Task-Id',
} as const;

/**
 * Headers of a webhook. The last three are those of Standard Webhooks
 * (https://www.standardwebhooks.com).
 */
export const webhookHeaders = {
  signature: 'X-Tintype-Webhook-Signature',
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  standardSignature: 'webhook-signature',
} as const;

/** The start of the names of Tintype's own headers, where the operator sets no other one. */
export const defaultHeaderPrefix = 'X-Tintype';

/** Names the prefix of the headers beside it, where it is not the default one. */
export const headerPrefixHeader = 'Tintype-Header-Prefix';

/** A prefix that collides with no header of HTTP. */
export const headerPrefixPattern = /^X-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;

/**
 * The name of a header with another prefix, where it is one of Tintype's own.
 *
 * @example
 * withHeaderPrefix('X-Tintype-Cache', 'X-Acme'); // 'X-Acme-Cache'
 */
export function withHeaderPrefix(name: string, prefix: string): string {
  return /^x-tintype-/i.test(name) ? prefix + name.slice(defaultHeaderPrefix.length) : name;
}
