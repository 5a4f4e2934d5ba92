import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Egress } from '@tintype/egress';

/** Bounds of {@link fetchFile}. */
export interface FetchLimits {
  maxBytes: number;
  timeoutMs: number;
}

/**
 * Downloads a file through the guard, so that an address leads nowhere that pages may not go. Redirects are not followed.
 * @throws Error that names the address, and says what came instead of the file
 */
export async function fetchFile(
  egress: Egress,
  url: URL,
  { maxBytes, timeoutMs }: FetchLimits,
  outer: AbortSignal,
): Promise<Buffer> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(timeoutMs)]);
  try {
    const socket = await egress.dial(url, { signal });
    const isSecure = url.protocol === 'https:';
    const connection = isSecure
      ? connectTls({
          socket,
          host: url.hostname,
          ...(isIP(url.hostname) ? {} : { servername: url.hostname }),
        })
      : socket;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (isSecure ? requestHttps : requestHttp)(
        url,
        { createConnection: () => connection, signal },
        resolve,
      );
      request.once('error', reject).end();
    });
    if (response.statusCode !== 200) throw new Error(`it answered ${response.statusCode}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new Error(`it is larger than ${maxBytes / 1_000_000} MB`);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    const why =
      signal.aborted && !outer.aborted
        ? `nothing came in ${timeoutMs / 1000} s`
        : (error as Error).message;
    throw new Error(`${url.href} could not be downloaded: ${why}.`, { cause: error });
  }
}
