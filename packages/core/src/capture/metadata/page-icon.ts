import { readStream } from '../pdf/read-stream.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** A page may write its icon into the link itself; longer addresses are of no use in a header or a list. */
const maxIconLength = 8192;

/** A title longer than this is cut; Chromium itself cuts what it shows of one at 4,096. */
export const maxTitleLength = 10_000;

/** The longest that asking for /favicon.ico may take. */
const askBoundMs = 3000;

/**
 * Of the icons that a page names, the one for the largest size; of equals, the last one
 * (https://html.spec.whatwg.org/multipage/links.html#rel-icon). An expression that gives its absolute URL, or ''.
 */
export const iconExpression = `(() => {
  const sizeOf = (link) => {
    if (/svg/i.test(link.type) || /any/i.test(link.sizes.value)) return Infinity;
    return Math.max(0, ...[...link.sizes].map((size) => parseInt(size, 10) || 0));
  };
  const best = (links) => links
    .filter((link) => link.href && (!link.media || matchMedia(link.media).matches))
    .reduce((kept, link) => (!kept || sizeOf(link) >= sizeOf(kept) ? link : kept), undefined);
  const named = (selector) => best([...document.querySelectorAll(selector)]);
  const icon = named('link[rel~="icon" i]') ?? named('link[rel~="apple-touch-icon" i], link[rel~="apple-touch-icon-precomposed" i]');
  return icon ? icon.href.slice(0, ${maxIconLength + 1}) : '';
})()`;

/** The icon that the page names, else /favicon.ico where there is one. The page's own context asks, through its own way out. */
export async function pageIcon(
  page: PageHandle,
  named: string,
  url: string | undefined,
  runsScripts: boolean,
): Promise<string | undefined> {
  if (named.length > maxIconLength) return undefined;
  if (/^https?:/i.test(named)) return named;
  if (/^data:image\//i.test(named)) return named;
  if (named !== '' || url === undefined) return undefined;
  const usual = new URL('/favicon.ico', url).href;
  const exists = await Promise.race([
    (runsScripts ? givesImage : givesFile)(page, usual).catch(() => false),
    page.deadline.sleep(Math.min(askBoundMs, page.deadline.remainingMs() / 2)).then(() => false),
  ]);
  return exists ? usual : undefined;
}

/**
 * The page itself asks: with its user agent, and with the headers and credentials that the request has for it. Servers that answer
 * every path give a page here, and not an icon. Where a content security policy forbids to fetch, an image may still load.
 */
function givesImage(page: PageHandle, url: string): Promise<boolean> {
  return page.evaluate<boolean>(`(async (url) => {
    try {
      const answer = await fetch(url, { credentials: 'include' });
      const isText = /^\\s*(?:text\\/|application\\/(?:json|xhtml))/i.test(answer.headers.get('content-type') ?? '');
      return answer.ok && !isText && (await answer.arrayBuffer()).byteLength > 0;
    } catch {
      const image = new Image();
      image.src = url;
      return image.decode().then(() => true, () => false);
    }
  })(${JSON.stringify(url)})`);
}

/** Where no script runs in the page, its promises do not settle either. DevTools asks on its behalf. */
async function givesFile(page: PageHandle, url: string): Promise<boolean> {
  const { resource } = await page.session.send('Network.loadNetworkResource', {
    frameId: page.lease.frameId,
    url,
    options: { disableCache: false, includeCredentials: true },
  });
  const { httpStatusCode: status = 0, stream, headers } = resource;
  const body = stream === undefined ? undefined : await readStream(page.session, stream);
  const type = Object.entries(headers ?? {}).find(([name]) => /^content-type$/i.test(name))?.[1];
  return status >= 200 && status < 300 && !!body?.length && !/^\s*text\//i.test(String(type ?? ''));
}
