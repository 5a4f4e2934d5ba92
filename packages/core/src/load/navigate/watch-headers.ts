import type { RenderRequest } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';

/**
 * Records the response headers of the newest document, if the request requires them: listening to
 * the network costs time for every request of a page. Call it before navigating.
 */
export async function watchHeaders(
  page: PageHandle,
  request: RenderRequest,
): Promise<() => Readonly<Record<string, string>>> {
  let headers: Record<string, string> = {};
  if (request.metadata_headers) {
    page.session.on('Network.responseReceived', ({ type, frameId, response }) => {
      if (type === 'Document' && frameId === page.lease.frameId) headers = response.headers;
    });
    await page.session.send('Network.enable', {});
  }
  return () => headers;
}
