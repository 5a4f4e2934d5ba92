import { RenderError } from '@tintype/contract';

/** Whatever was thrown while a request was answered, as a row of the error table. */
export function toRenderError(error: unknown, limits: { bodyBytes: number }): RenderError {
  if (error instanceof RenderError) return error;
  const { code = '', statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(limits.bodyBytes, error);
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return unreadable('The body is not as long as Content-Length says.', error);
  }
  if (code === 'FST_ERR_BAD_URL') {
    return unreadable('The path of the address is not valid percent-encoding.', error);
  }
  if (statusCode >= 400 && statusCode < 500) return unreadable(undefined, error);
  return new RenderError('internal', undefined, { cause: error });
}

/** The error of a body over the limit. */
export function bodyTooLarge(limitBytes: number, cause?: unknown): RenderError {
  return new RenderError(
    'payload_too_large',
    `The body is larger than ${limitBytes} bytes, which is the most that is taken.`,
    { cause },
  );
}

function unreadable(message: string | undefined, cause: unknown): RenderError {
  return new RenderError('invalid_request', message, { cause });
}
