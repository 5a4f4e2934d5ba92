import type { Socket } from 'node:net';
import { RenderError } from '@tintype/contract';
import { defaultHeaderPrefix, headerTable, withHeaderPrefix } from '@tintype/contract/headers';
import { createRequestId } from '@tintype/core';

// An `import` of node:http reads all its exports, and with them loads undici: 30 ms of each start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Responds to invalid or too large HTTP requests, on the bare connection. */
export function answerClientError(
  cause: NodeJS.ErrnoException,
  socket: Socket,
  { headerBytes, headerPrefix }: { headerBytes: number; headerPrefix: string | undefined },
): void {
  if (cause.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  answerBare(toError(cause, headerBytes), socket, headerPrefix);
}

/** Responds with an error without a response object, and closes the connection. */
export function answerBare(
  error: RenderError,
  socket: Socket,
  headerPrefix = defaultHeaderPrefix,
): void {
  const body = JSON.stringify(error.toBody());
  socket.end(
    [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `${withHeaderPrefix(headerTable.requestId.name, headerPrefix)}: ${createRequestId()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    // A client that continues to send must not keep the connection open.
    () => socket.destroySoon(),
  );
}

function toError(cause: NodeJS.ErrnoException, headerBytes: number): RenderError {
  if (cause.code === 'HPE_HEADER_OVERFLOW') {
    return new RenderError(
      'payload_too_large',
      `URL and headers are larger than ${headerBytes} bytes; send long parameters in the body of a POST.`,
      { cause },
    );
  }
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new RenderError('invalid_request', 'The request did not arrive in time.', { cause });
  }
  return new RenderError('invalid_request', 'This is not a valid HTTP request.', { cause });
}
