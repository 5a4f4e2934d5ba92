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

/** The parameter is the one that requests the header. */
type HeaderRow = readonly [name: string, description: string, parameter?: MetadataParameter];

type InfoOf<Row extends HeaderRow> = Row extends readonly [string, string, infer Parameter]
  ? HeaderInfo & { parameter: Parameter }
  : HeaderInfo;

const rows = {
  requestId: [
    'X-Tintype-Request-Id',
    'Id of the request (UUID v7), in every response, errors included.',
  ],
  traceId: [
    'X-Tintype-Trace-Id',
    'Id of the trace of the request, in hex: from its `traceparent`, or from an OpenTelemetry SDK in the service. Absent if there is none.',
  ],
  icon: ['X-Tintype-Metadata-Icon', "Absolute URL of the page's icon.", 'metadata_icon'],
  title: [
    'X-Tintype-Metadata-Title',
    'Title of the page; %, control and non-ASCII characters are percent-encoded UTF-8.',
    'metadata_title',
  ],
  fonts: [
    'X-Tintype-Metadata-Fonts',
    'Font families that painted text: a JSON array in ASCII.',
    'metadata_fonts',
  ],
  hash: ['X-Tintype-Metadata-Hash', 'SHA-256 of the body, hex.', 'metadata_hash'],
  status: ['X-Tintype-Metadata-Status', 'HTTP status of the page.', 'metadata_status'],
  headers: [
    'X-Tintype-Metadata-Headers',
    'Response headers of the page: a JSON object in ASCII, names in lower case, at most 6 KiB, without set-cookie.',
    'metadata_headers',
  ],
  imageSize: [
    'X-Tintype-Metadata-Image-Size',
    'Size of the image in pixels: WIDTHxHEIGHT.',
    'metadata_image_size',
  ],
  receipt: [
    'X-Tintype-Receipt',
    'Report on the quality of the result: a JSON object in ASCII, at most 2 KiB.',
  ],
  cache: ['X-Tintype-Cache', 'HIT or MISS, when cache is true.'],
  ignored: [
    'X-Tintype-Ignored',
    'Names that were ignored: parameters of another kind, and names added by trackers and cache busters.',
  ],
  serverTiming: [
    'Server-Timing',
    'Duration and start of each stage of the render and of the wait in the queue, in ms.',
  ],
  contentDisposition: [
    'Content-Disposition',
    'inline, or attachment when attachment_name is given; each with a file name.',
  ],
  rateLimit: ['X-Ratelimit-Limit', 'Requests that the account may start per minute.'],
  rateRemaining: ['X-Ratelimit-Remaining', 'Requests left in this minute.'],
  rateReset: ['X-Ratelimit-Reset', 'Seconds until the next minute starts.'],
  replayed: [
    'Idempotency-Replayed',
    'true for the response to an earlier request with the same Idempotency-Key.',
  ],
  retryAfter: [
    'Retry-After',
    'Seconds after which a retry makes sense; with 409, 429, 503 and 507.',
  ],
} as const satisfies Record<string, HeaderRow>;

/** Response headers with a meaning of their own in Tintype. */
export const headerTable = Object.fromEntries(
  Object.entries<HeaderRow>(rows).map(([key, [name, description, parameter]]) => [
    key,
    { name, description, ...(parameter && { parameter }) },
  ]),
) as { readonly [Key in keyof typeof rows]: InfoOf<(typeof rows)[Key]> };

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
