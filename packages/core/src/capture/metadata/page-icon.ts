import { maxIconLength } from '../../page/metadata-limits.ts';
import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import { readStream } from '../pdf/read-stream.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** Maximum time of the request for /favicon.ico, in ms. */
const askBoundMs = 3000;

/** Returns the page's icon, or /favicon.ico if a request in the page's context finds it. */
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
    (runsScripts
      ? callInPage(page, pageCode.requestIcon, usual)
      : requestIconFile(page, usual)
    ).catch(() => false),
    page.deadline.sleep(Math.min(askBoundMs, page.deadline.remainingMs() / 2)).then(() => false),
  ]);
  return exists ? usual : undefined;
}

/** Requests the icon through DevTools: without scripts, promises in the page do not settle. */
async function requestIconFile(page: PageHandle, url: string): Promise<boolean> {
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
