import { RenderError } from '@tintype/contract/errors';

/** An answer of S3 that is none of those that were expected. */
export class S3Failure extends Error {
  /** 0: there was no answer. */
  readonly status: number;
  /** Of S3, such as `NoSuchBucket`; empty where there was none. */
  readonly code: string;

  constructor(status: number, code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'S3Failure';
    this.status = status;
    this.code = code;
  }
}

const ANOTHER_TIME = new Set([
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
]);

/** Returns whether the same request may succeed after a pause. */
export function isPassing({ status, code }: S3Failure): boolean {
  return (
    status === 0 || status === 408 || status === 429 || status >= 500 || ANOTHER_TIME.has(code)
  );
}

/** As an error that anyone may see: neither bucket nor endpoint is in it. */
export function storageErrorOf(failure: unknown): unknown {
  if (!(failure instanceof S3Failure)) return failure;
  return new RenderError(
    'storage_failed',
    `The storage of the service for files failed: ${reasonOf(failure)}.`,
    { cause: failure },
  );
}

function reasonOf({ status, code, message }: S3Failure): string {
  if (status === 0) return message;
  if (status === 404 || code === 'NoSuchBucket') return 'there is no such bucket';
  if (status === 401 || status === 403) return 'it refuses the keys, or what they are used for';
  if (status >= 300 && status < 400) return 'the bucket is in another region or endpoint';
  return `it answered with status ${status}`;
}

/** The body of an answer. @throws S3Failure for one that is longer */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new S3Failure(0, '', 'it answers at too great length');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// Answers of S3 have no attributes, comments or CDATA in what is read here, and what is read is
// bounded.

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  quot: '"',
};

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string | undefined {
  const [content] = elements(xml, name);
  return content?.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g,
    (all, dec, hex, word) => {
      if (word !== undefined) return ENTITIES[word as string] ?? all;
      const point = hex === undefined ? Number(dec) : Number.parseInt(hex as string, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : all;
    },
  );
}

/** The content of each element of this name. */
export function elements(xml: string, name: string): string[] {
  const found: string[] = [];
  const [open, close] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(open); at !== -1; at = xml.indexOf(open, at)) {
    const start = at + open.length;
    const end = xml.indexOf(close, start);
    if (end === -1) break;
    found.push(xml.slice(start, end));
    at = end + close.length;
  }
  return found;
}
