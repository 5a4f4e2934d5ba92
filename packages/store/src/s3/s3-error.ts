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
