import type { Metadata } from '@tintype/contract/headers';
import type { Captured } from '../../types.ts';
import { usedFonts } from './used-fonts.ts';
import { sha256 } from '../../sha256.ts';
import { syntheticHost } from '../../browser-source.ts';
import { withoutCredentials } from '../../traffic/shown-url.ts';
import type { PageWork } from '../../page/page-work.ts';
import { maxIconLength } from '../../page/metadata-limits.ts';
import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import { readStream } from '../pdf/read-stream.ts';
import type { PageHandle } from '../../page/page-handle.ts';

interface CapturedDocument {
  url: string;
  title: string;
  icon: string;
  status: number;
}

/** Reads the required metadata from the page, and returns a function that describes the file. */
export async function readMetadata(
  { page, request, context }: PageWork,
  headers: () => Readonly<Record<string, string>>,
  settled: CapturedDocument,
): Promise<(captured: Captured) => Metadata> {
  page.deadline.activity = 'reading the metadata of the page';
  const onServer = URL.canParse(settled.url) && new URL(settled.url).hostname !== syntheticHost;
  const [icon, fonts] = await Promise.all([
    request.metadata_icon
      ? pageIcon(
          page,
          settled.icon,
          onServer ? withoutCredentials(settled.url) : undefined,
          page.needs.scripts,
        )
      : undefined,
    request.metadata_fonts ? usedFonts(page) : undefined,
  ]);
  if (fonts?.complete === false) {
    context.warn('metadata_fonts: the page has more text than could be inspected in time.');
  }
  const kept = request.metadata_headers && onServer ? documentHeaders(headers()) : undefined;
  return ({ body, imageSize }) => ({
    title: settled.title,
    ...(onServer && settled.status > 0 ? { status: settled.status } : {}),
    ...(imageSize ? { imageSize } : {}),
    ...(icon === undefined ? {} : { icon }),
    ...(fonts ? { fonts: fonts.families } : {}),
    ...(request.metadata_hash ? { hash: sha256(body) } : {}),
    ...(kept ? { headers: kept } : {}),
  });
}

/** Maximum bytes of headers to report: they must fit into one header of a response. */
const maxHeaderBytes = 6 * 1024;

/** Returns headers with lower-case names, without cookies and those beyond the limit. */
function documentHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  let size = 2;
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    // Chromium joins repeated headers with line breaks.
    const line = value.replaceAll('\n', ', ');
    const bytes = Buffer.byteLength(JSON.stringify({ [key]: line }), 'utf8');
    if (key === 'set-cookie' || size + bytes > maxHeaderBytes) continue;
    kept[key] = line;
    size += bytes;
  }
  return kept;
}

/** Maximum time of the request for /favicon.ico, in ms. */
const askBoundMs = 3000;

/** Returns the page's icon, or /favicon.ico if a request in the page's context finds it. */
async function pageIcon(
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
