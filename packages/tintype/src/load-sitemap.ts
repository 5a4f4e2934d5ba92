import type { IncomingMessage } from 'node:http';
import { RenderError } from '@tintype/contract';
import { EgressDenied, EgressFailure, type Egress } from '@tintype/egress';
import { maxSitemapBytes, wrong } from '@tintype/jobs/sitemap';

const maxRedirects = 5;

/**
 * Loads a file of a sitemap through the egress proxy. Follows redirects.
 * @param scope - account that it is loaded for
 * @throws RenderError `target_denied`, `invalid_parameter`
 */
export async function loadSitemap(
  egress: Pick<Egress, 'request'>,
  first: URL,
  signal: AbortSignal,
  scope?: string,
): Promise<Uint8Array> {
  let url = first;
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await egress.request(url, {
        signal,
        // Adds room for headers and transfer encoding.
        maxBytes: maxSitemapBytes + 1_048_576,
        headers: { accept: 'application/xml, text/xml, text/plain', 'user-agent': 'Tintype' },
        ...(scope === undefined ? {} : { scope }),
      });
      const { statusCode = 0 } = answer;
      if (statusCode === 200) return await bodyOf(answer, url);
      answer.destroy();
      const next = URL.parse(answer.headers.location ?? '', url.href);
      const isRedirect = statusCode >= 300 && statusCode < 400 && next;
      if (!isRedirect || !/^https?:$/.test(next.protocol)) {
        throw wrong(`${url.href} answered ${statusCode}.`);
      }
      url = next;
    }
  } catch (error) {
    if (error instanceof EgressDenied) {
      throw new RenderError('target_denied', `sitemap: ${error.message}`, { cause: error });
    }
    if (error instanceof EgressFailure) throw wrong(`${error.message}.`, error);
    throw error;
  }
  throw wrong(`${first.href} leads through more than ${maxRedirects} redirects.`);
}

async function bodyOf(answer: IncomingMessage, url: URL): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxSitemapBytes) {
      throw wrong(`${url.href} has more than ${maxSitemapBytes / 1_048_576} MiB.`);
    }
  }
  return Buffer.concat(chunks);
}
