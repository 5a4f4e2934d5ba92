import type { PageHandle } from '../../page/page-handle.ts';
import { syntheticHost } from '../../browser-source.ts';
import { withoutCredentials } from '../../traffic/shown-url.ts';

/** More are not told. */
const max = 10;
const longest = 500;

/** The addresses that a page went through. */
export interface Redirects {
  /** The URLs that led to the document. */
  addresses(): string[];
  /** Forgets them. */
  restart(): void;
}

/**
 * Follows the addresses that a page goes through. Those between the first and the last of one chain
 * of HTTP redirects are known to the Network domain alone. To be called before navigating.
 */
export function watchRedirects(page: PageHandle, requested: string): Redirects {
  const { frameId } = page.lease;
  let asked = [requested];
  let reached = '';
  page.session.on('Page.frameStartedNavigating', (event) => {
    if (event.frameId !== frameId || /sameDocument/i.test(event.navigationType)) return;
    if (asked.length < max) asked.push(event.url);
  });
  page.session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === frameId) reached = frame.url;
  });
  return {
    addresses() {
      const last = bare(reached);
      const passed = [...new Set(asked.map(bare))].filter((url) => url !== last && url !== '');
      return last === '' ? [] : passed.map((url) => withoutCredentials(url).slice(0, longest));
    },
    restart() {
      asked = [];
    },
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
