import type { Egress } from '@tintype/egress';

export interface FetchLimits {
  maxBytes: number;
  timeoutMs: number;
}

/**
 * Downloads a file through the egress proxy, which refuses private addresses. Redirects are not
 * followed.
 * @throws Error with the address and the received status or type
 */
export async function fetchFile(
  egress: Egress,
  url: URL,
  { maxBytes, timeoutMs }: FetchLimits,
  outer: AbortSignal,
): Promise<Buffer> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await egress.request(url, { signal });
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`it answered ${response.statusCode}`);
    }
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
        ? `got nothing in ${timeoutMs / 1000} s`
        : (error as Error).message;
    throw new Error(`${url.href} could not be downloaded: ${why}.`, { cause: error });
  }
}
