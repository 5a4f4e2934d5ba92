import { RenderError } from '@tintype/contract';
import { accessKeyHeader } from '@tintype/contract/headers';

/** Converts anything thrown during a request to an error of the table. */
export function toRenderError(error: unknown): RenderError {
  if (error instanceof RenderError) return error;
  const { code = '', statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_BAD_URL') {
    return unreadable('The path of the URL is not valid percent-encoding.', error);
  }
  if (statusCode >= 400 && statusCode < 500) return unreadable(undefined, error);
  return RenderError.from(error);
}

/** Returns the error of a body over the limit, and the limit with a key if it is higher. */
export function bodyTooLarge(limitBytes: number, withKeyBytes = limitBytes): RenderError {
  const more =
    withKeyBytes > limitBytes
      ? ` without a valid access key in the header ${accessKeyHeader}, and ${withKeyBytes} bytes with one`
      : '';
  return new RenderError(
    'payload_too_large',
    `The body is larger than ${limitBytes} bytes, the maximum${more}.`,
  );
}

function unreadable(message: string | undefined, cause: unknown): RenderError {
  return new RenderError('invalid_request', message, { cause });
}
