import type { imageMetadataParameters, metadataParameters } from '../parameters/metadata.ts';

/** Parameters that request metadata of the page. */
export type MetadataParameter =
  | keyof typeof metadataParameters
  | keyof typeof imageMetadataParameters;

/** A response header. */
export interface HeaderInfo {
  name: string;
  /** One line. */
  description: string;
  /** The parameter that requests it. */
  parameter?: MetadataParameter;
}

/** Response headers with a meaning of their own in Tintype. */
export const headerTable = {
  requestId: {
    name: 'X-Tintype-Request-Id',
    description: 'Id of the request (UUID v7), in every response, errors included.',
  },
  traceId: {
    name: 'X-Tintype-Trace-Id',
    description:
      'Id of the trace of the request, in hex: from its `traceparent`, or from an OpenTelemetry SDK in the service. Absent if there is none.',
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
    description: 'Report on the quality of the result: a JSON object in ASCII, at most 2 KiB.',
  },
  cache: {
    name: 'X-Tintype-Cache',
    description: 'HIT or MISS, when cache is true.',
  },
  ignored: {
    name: 'X-Tintype-Ignored',
    description:
      'Names that were ignored: parameters of another kind, and names added by trackers and cache busters.',
  },
  serverTiming: {
    name: 'Server-Timing',
    description: 'Duration of each stage of the render and of the wait in the queue, in ms.',
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
    description: 'Requests left in this minute.',
  },
  rateReset: {
    name: 'X-Ratelimit-Reset',
    description: 'Seconds until the next minute starts.',
  },
  replayed: {
    name: 'Idempotency-Replayed',
    description: 'true for the response to an earlier request with the same Idempotency-Key.',
  },
  retryAfter: {
    name: 'Retry-After',
    description: 'Seconds after which a retry makes sense; with 409, 429, 503 and 507.',
  },
} as const satisfies Record<string, HeaderInfo>;

/** Header that identifies a request, so that a retry is not executed twice. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Request header with the access key of the account. */
export const accessKeyHeader = 'X-Access-Key';

/** Headers with the subject of a webhook, beside metadata headers of {@link headerTable}. */
export const subjectHeaders = {
  requestId: 'X-Tintype-Request-Id',
  url: 'X-Tintype-Url',
  taskId: 'X-Tintype-Task-Id',
} as const;

/** Headers of a webhook; the last three are of https://www.standardwebhooks.com. */
export const webhookHeaders = {
  signature: 'X-Tintype-Webhook-Signature',
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  standardSignature: 'webhook-signature',
} as const;

/** Default prefix of Tintype's own headers. */
export const defaultHeaderPrefix = 'X-Tintype';

/** Header that contains the prefix of the other headers, if it is not the default. */
export const headerPrefixHeader = 'Tintype-Header-Prefix';

/** Valid prefixes: they collide with no standard header. */
export const headerPrefixPattern = /^X-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/;

/** Replaces the prefix of a header of Tintype: `X-Acme-Cache` for `X-Tintype-Cache`. */
export function withHeaderPrefix(name: string, prefix: string): string {
  return /^x-tintype-/i.test(name) ? prefix + name.slice(defaultHeaderPrefix.length) : name;
}
