import type { PageHandle } from '../../page/page-handle.ts';
import { syntheticHost } from '../../browser-source.ts';
import { withoutCredentials } from '../../traffic/shown-url.ts';
import type { RenderRequest } from '@tintype/contract';

/** Maximum number of URLs, and of characters of each. */
const max = 10;
const maxLength = 500;

/** URLs that a page was redirected through. */
export interface Redirects {
  /** The URLs that led to the document. */
  addresses(): string[];
  restart(): void;
}

/** Records the URLs of redirects, all of one chain. Call it before navigating. */
export function watchRedirects(page: PageHandle, requested: string): Redirects {
  const { frameId } = page.lease;
  let visited = [requested];
  let reached = '';
  page.session.on('Page.frameStartedNavigating', (event) => {
    if (event.frameId !== frameId || /sameDocument/i.test(event.navigationType)) return;
    if (visited.length < max) visited.push(event.url);
  });
  page.session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === frameId) reached = frame.url;
  });
  return {
    addresses() {
      const last = withoutFragment(reached);
      const passed = [...new Set(visited.map(withoutFragment))].filter(
        (url) => url !== last && url !== '',
      );
      return last === '' ? [] : passed.map((url) => withoutCredentials(url).slice(0, maxLength));
    },
    restart() {
      visited = [];
    },
  };
}

/** Returns a URL without its fragment; empty if it is on no server. */
function withoutFragment(address: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.hostname === syntheticHost) return '';
  url.hash = '';
  return url.href;
}

/** Records the document's headers if required: Network costs time for every request. */
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
