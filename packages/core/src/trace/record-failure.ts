import { callInPage } from '../page/create-page-code.ts';
import type { PageHandle } from '../page/page-handle.ts';
import { pageCode } from '../capture/page-code.ts';
import type { Exchange } from '../traffic/exchange.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { harOf } from './har-log.ts';
import type { LoadedResource } from './in-page/list-resources.ts';
import type { TraceState } from './trace-state.ts';

/** Maximum number of requests, and of characters of each URL. */
const maxResources = 250;
const longestUrl = 500;

/** Maximum size of the snapshot; a larger page is omitted. */
const maxBytes = 2 * 1_048_576;

/** Width of the image, as in a filmstrip. */
const widthPx = 640;

/** Records the page of a failed render. Each part can fail separately. */
export async function recordFailure(page: PageHandle, state: TraceState): Promise<void> {
  const atMs = Math.round(performance.now() - state.startedMs);
  await Promise.allSettled([
    ...(page.needs.frameControl ? [] : [keepImage(page, state, atMs), keepPage(page, state)]),
    keepRequests(page, state),
    keepErrors(page, state),
  ]);
}

async function keepImage(page: PageHandle, state: TraceState, atMs: number): Promise<void> {
  const shown = await page.evaluate<number[]>('[innerWidth, innerHeight, scrollX, scrollY]');
  const [width = 1, height = 1, x = 0, y = 0] = shown;
  const scale = Math.min(1, widthPx / Math.max(1, width, height));
  const { data } = await page.session.sendForBytes('Page.captureScreenshot', {
    format: 'jpeg',
    quality: 50,
    clip: { x, y, width, height, scale },
  });
  state.film = { frames: [{ atMs, image: data }] };
}

async function keepPage(page: PageHandle, state: TraceState): Promise<void> {
  const mhtml = await takeSnapshot(page, maxBytes);
  if (mhtml) state.mhtml = mhtml;
}

async function keepRequests(page: PageHandle, state: TraceState): Promise<void> {
  const listed = await callInPage(page, pageCode.listResources, maxResources, longestUrl);
  const exchanges = listed.resources.map((resource) => exchangeOf(resource, listed.originMs));
  const comment =
    'As the page tells it: methods, headers, and much of other origins, are not known.';
  state.har = { toJson: (creator) => harOf(exchanges, creator, comment) };
}

/** Converts a resource. The page may have changed its values. */
function exchangeOf(resource: LoadedResource, originMs: number): Exchange {
  const { url, type, status, bytes, protocol } = resource;
  const startS = (originMs + resource.startMs) / 1000;
  return {
    sent: { startS, wallTimeS: startS, method: 'GET', url, headers: [], type, frameId: undefined },
    received: {
      status,
      statusText: '',
      protocol: protocol === '' ? 'unknown' : protocol,
      headers: [],
      mimeType: '',
      address: '',
      timing: undefined,
    },
    endS: startS + resource.durationMs / 1000,
    bytes,
  };
}

async function keepErrors(page: PageHandle, state: TraceState): Promise<void> {
  const { scriptEvent } = page.lease;
  if (scriptEvent === undefined || !page.needs.scripts) return;
  const { first } = await callInPage(page, pageCode.readErrors, scriptEvent);
  state.console = first.map((text) => ({ level: 'error', text }));
}
