import { withoutCredentials } from '../page/chromium-errors.ts';
import { syntheticHost } from '../load/navigate/navigate.ts';
import type { PageHandle } from '../page/page-handle.ts';

/** More are not told. */
const most = 10;
const longest = 500;

/**
 * Follows the addresses that a page goes through. Those between the first and the last of one chain of HTTP redirects are known to the Network
 * domain alone. To be called before navigating.
 */
export function watchRedirects(page: PageHandle, requested: string): () => string[] {
  const { frameId } = page.lease;
  const asked = [requested];
  let reached = '';
  page.session.on('Page.frameStartedNavigating', (event) => {
    if (event.frameId !== frameId || /sameDocument/i.test(event.navigationType)) return;
    if (asked.length < most) asked.push(event.url);
  });
  page.session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === frameId) reached = frame.url;
  });
  return () => {
    const last = bare(reached);
    const passed = [...new Set(asked.map(bare))].filter((url) => url !== last && url !== '');
    return last === '' ? [] : passed.map((url) => withoutCredentials(url).slice(0, longest));
  };
}

/** Without what is no part of a request; empty for what is on no server. */
function bare(address: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.hostname === syntheticHost) return '';
  url.hash = '';
  return url.href;
}
