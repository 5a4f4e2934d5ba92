import { RenderError } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { Site } from '../../browser-source.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderOptions } from '../../types.ts';

/** Maximum number of files beside the HTML of one render, and their total size in bytes. */
const maxAssets = 1000;
const maxAssetBytes = 268_435_456;

/** Returns a site of `html` and the files beside it. Throws `invalid_request` beyond the limits */
export function htmlSite(html: string, { assets = {}, site }: RenderOptions): Site {
  const body = Buffer.from(html);
  const files = new Map(Object.entries(assets).map(([name, file]) => [pathOf(name), file]));
  checkSize(files);
  return (request) => {
    const { url, method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && url.pathname === '/') {
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
    }
    const file = isRead ? files.get(url.pathname) : undefined;
    if (file !== undefined) {
      const type = mediaTypes[/\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ''];
      return {
        status: 200,
        headers: type === undefined ? {} : { 'content-type': type },
        body: typeof file === 'string' ? Buffer.from(file) : file,
      };
    }
    return site
      ? site(request)
      : { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.alloc(0) };
  };
}

/** Returns the path at which a page requests `img/logo.png`, encoded as in URLs. */
function pathOf(name: string): string {
  const url = URL.parse(name.replace(/[?#%]/g, encodeURIComponent), 'http://x.invalid/');
  const isFile = url?.host === 'x.invalid' && url.pathname !== '/' && !name.includes('\\');
  if (isFile) return url.pathname;
  throw new RenderError(
    'invalid_request',
    `assets: ${JSON.stringify(name.slice(0, 80))} is no name of a file, for example img/logo.png.`,
  );
}

function checkSize(files: ReadonlyMap<string, Uint8Array | string>): void {
  const bytes = [...files.values()].reduce((sum, file) => sum + Buffer.byteLength(file), 0);
  if (files.size <= maxAssets && bytes <= maxAssetBytes) return;
  throw new RenderError(
    'invalid_request',
    `assets: at most ${maxAssets} files of ${maxAssetBytes} bytes together were expected; got ${files.size} of ${bytes}.`,
  );
}

/** Types by file name. Chromium detects the type of images by their content. */
const mediaTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  mjs: 'text/javascript; charset=utf-8',
  mp4: 'video/mp4',
  otf: 'font/otf',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webm: 'video/webm',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

/** Loads `html` as the page at `base_url`, whose server gets no request for it. */
export async function answerWithHtml(page: PageHandle, url: string, html: string): Promise<void> {
  const { lease } = page;
  const { sessionId } = await page.deadline.race(
    lease.browser.session.send('Target.attachToTarget', {
      targetId: lease.targetId,
      flatten: true,
    }),
  );
  const session = lease.childSession(sessionId);
  if (session === undefined) throw new RenderError('browser_lost');
  const body = Buffer.from(html).toString('base64');
  session.on('Fetch.requestPaused', ({ requestId, request, frameId }) => {
    const isPage =
      frameId === lease.frameId && request.method === 'GET' && request.url === withoutHash(url);
    const answer = isPage
      ? session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders,
          body,
        })
      : session.send('Fetch.continueRequest', { requestId });
    answer.catch(() => {});
  });
  await page.deadline.race(
    session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
  );
}

const responseHeaders: Protocol.Fetch.HeaderEntry[] = [
  { name: 'content-type', value: 'text/html; charset=utf-8' },
];

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}
