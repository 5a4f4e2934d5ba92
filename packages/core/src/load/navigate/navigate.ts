import {
  cookieExpiry,
  readCookie,
  RenderError,
  statusRanges,
  type Cookie,
  type RenderRequest,
} from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import { type Site, syntheticHost } from '../../browser-source.ts';
import { isInvalidCookie, navigationError } from '../../page/chromium-errors.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderOptions, PdfFile } from '../../types.ts';
import { htmlSite } from './html-source.ts';
import { loadPdf } from './load-pdf.ts';
import { splitHeaders } from '../emulate/own-origin.ts';
import { withoutCredentials } from '../../traffic/shown-url.ts';

const lifecycleNames = {
  load: 'load',
  domcontentloaded: 'DOMContentLoaded',
  networkidle0: 'networkIdle',
  networkidle2: 'networkAlmostIdle',
} as const;

/** Follows the main document, also when a script sends the page elsewhere. */
export interface DocumentWatch {
  /** Resolves when the newest document has reached all the given states. */
  reached(waitUntil: RenderRequest['wait_until']): Promise<void>;
  /** The loader of the newest document. */
  readonly loaderId: string | undefined;
  /** True if a requested navigation has not committed. */
  readonly navigating: boolean;
  /** The URL that could not be loaded, if the newest document is Chromium's own error page. */
  readonly unreachableUrl: string | undefined;
  /** Calls back when another document replaces the newest one; returns a function that stops it. */
  onLeft(listener: () => void): () => void;
}

/** Starts to follow the main frame of a page. Call it before navigating. */
export function watchDocument(page: PageHandle): DocumentWatch {
  const { frameId } = page.lease;
  let loaderId: string | undefined;
  let navigating = false;
  let seen = new Set<string>();
  let changed = () => {};
  const leaving = new Set<() => void>();
  let unreachableUrl: string | undefined;
  page.session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === frameId) unreachableUrl = frame.unreachableUrl;
  });
  page.session.on('Page.lifecycleEvent', (event: Protocol.Page.LifecycleEventEvent) => {
    if (event.frameId !== frameId) return;
    if (event.loaderId !== loaderId) {
      if (event.name !== 'init' && event.name !== 'commit') return;
      loaderId = event.loaderId;
      navigating = false;
      seen = new Set();
      for (const listener of leaving) listener();
    }
    seen.add(event.name);
    changed();
  });
  page.session.on('Page.frameStartedNavigating', (event) => {
    if (event.frameId === frameId && !/sameDocument/i.test(event.navigationType)) navigating = true;
  });
  page.session.on('Page.frameStoppedLoading', (event) => {
    if (event.frameId !== frameId) return;
    navigating = false;
    changed();
  });
  return {
    get loaderId() {
      return loaderId;
    },
    get navigating() {
      return navigating;
    },
    get unreachableUrl() {
      return unreachableUrl;
    },
    onLeft(listener) {
      leaving.add(listener);
      return () => leaving.delete(listener);
    },
    async reached(waitUntil) {
      const wanted = waitUntil.map((state) => lifecycleNames[state]);
      for (;;) {
        const missing = wanted.filter((name) => !seen.has(name));
        if (loaderId !== undefined && missing.length === 0) return;
        refuseCutDocument(page, navigating);
        page.deadline.activity = `waiting for ${waitUntil.join(', ')}`;
        await page.deadline.race(
          new Promise<void>((resolve) => {
            changed = resolve;
          }),
        );
      }
    },
  };
}

/** A document that the egress proxy cut off at its limit never reaches another state. */
function refuseCutDocument(page: PageHandle, navigating: boolean): void {
  const cut = page.lease.network.failures.find(({ kind }) => kind === 'limit');
  if (cut && !navigating) throw new RenderError('response_too_large', `${cut.reason}.`);
}

/** The URL of a request, and the source of its content. */
export interface Target {
  url: string;
  /** Origin that may see the request's headers and cookies; none for HTML without `base_url`. */
  origin: string | undefined;
  site: Site | undefined;
  /** Content of the page at `url`, instead of the response of its server. */
  html?: string;
}

export function targetOf(request: RenderRequest, options: RenderOptions): Target {
  const { html, base_url: base } = request;
  if (html === undefined) {
    const url = withoutCredentials(request.url ?? '');
    return { url, origin: new URL(url).origin, site: options.site };
  }
  if (base === undefined) {
    return {
      url: `http://${syntheticHost}/`,
      origin: undefined,
      site: htmlSite(html, options),
    };
  }
  if (options.assets !== undefined) {
    throw new RenderError(
      'invalid_request',
      'assets and base_url cannot be given together: files beside the HTML have its own address.',
    );
  }
  const url = withoutCredentials(base);
  return { url, origin: new URL(base).origin, site: options.site, html };
}

/** Stores the request's cookies, for the target's host unless they name a domain. */
export async function setCookies(
  page: PageHandle,
  request: RenderRequest,
  target: Target,
): Promise<void> {
  const pairs = [...(request.cookies ?? []), ...splitHeaders(request).cookies];
  if (pairs.length === 0 || target.origin === undefined) return;
  const cookies = pairs
    .flatMap((text) => readCookie(text) ?? [])
    .map((cookie) => cookieOf(cookie, target.url));
  const { browserContextId, browser } = page.lease;
  try {
    await page.deadline.race(
      browser.session.send('Storage.setCookies', { cookies, browserContextId }),
    );
  } catch (error) {
    if (!isInvalidCookie(error)) throw error;
    const message =
      'the browser does not take one of them for this URL (a __Secure- or __Host- cookie needs https)';
    throw new RenderError('invalid_parameter', `cookies: ${message}.`, {
      cause: error,
      details: [{ parameter: 'cookies', message }],
    });
  }
}

/** Converts a cookie to CDP: for the host of the URL only, unless it names a domain. */
function cookieOf(cookie: Cookie, url: string): Protocol.Network.CookieParam {
  const { name, value, domain, path = '/', secure, httpOnly, sameSite } = cookie;
  const expires = cookieExpiry(cookie, Date.now());
  return {
    name,
    value,
    path,
    ...(domain === undefined ? { url } : { domain }),
    ...(secure && { secure }),
    ...(httpOnly && { httpOnly }),
    ...(sameSite && { sameSite }),
    ...(expires !== undefined && { expires }),
  };
}

/**
 * Loads the target and waits for the states of `wait_until`.
 * @param pageOfPdf - returns the page that is loaded instead of a PDF, if the kind reads PDFs
 */
export async function navigate(
  page: PageHandle,
  request: RenderRequest,
  target: Target,
  watch: DocumentWatch,
  pageOfPdf?: (file: PdfFile) => Promise<string | Uint8Array>,
): Promise<void> {
  page.deadline.activity = 'waiting for the page to answer';
  const answered = await page.session.send('Page.navigate', { url: target.url });
  const pdf =
    answered.isDownload && pageOfPdf ? await loadPdf(page, target.url, pageOfPdf) : undefined;
  const { errorText } = pdf ?? answered;
  if (answered.isDownload && !pdf?.isPdf) {
    throw new RenderError('download', undefined, { cause: new Error(errorText) });
  }
  await refuseFailure(page, watch, target.url, errorText);
  await watch.reached(request.wait_until);
}

/** Loads another page, for a step. A download leaves the page where it is. */
export async function goTo(page: PageHandle, watch: DocumentWatch, url: string): Promise<void> {
  const { errorText, isDownload } = await page.session.send('Page.navigate', { url });
  if (!isDownload) await refuseFailure(page, watch, url, errorText);
}

async function refuseFailure(
  page: PageHandle,
  watch: DocumentWatch,
  url: string,
  errorText: string | undefined,
): Promise<void> {
  if (!errorText) return;
  if (errorText === 'net::ERR_ABORTED' && (await isTakenOver(page, watch))) return;
  throw navigationError(url, errorText, page.lease.network.failures.at(-1));
}

/** Returns whether a navigation continues after one was aborted, as by a 204 or 205. */
async function isTakenOver(page: PageHandle, watch: DocumentWatch): Promise<boolean> {
  if (watch.navigating) await page.deadline.sleep(100);
  return watch.navigating || watch.loaderId !== undefined;
}

/** Rejects Chromium's own error page: a script or a click may navigate to a broken URL. */
export function refuseErrorPage(page: PageHandle, watch: DocumentWatch): void {
  const url = watch.unreachableUrl;
  if (url === undefined) return;
  const { hostname, port, protocol } = new URL(url);
  const requestedPort = Number(port || (protocol === 'https:' ? 443 : 80));
  const host = hostname.replace(/^\[|\]$/g, '');
  const failure = page.lease.network.failures.findLast(
    (known) => known.host.replace(/^\[|\]$/g, '') === host && known.port === requestedPort,
  );
  throw navigationError(url, 'net::ERR_FAILED', failure);
}

export function refuseStatus({ fail_on_status: text }: RenderRequest, status: number): void {
  const ranges = text === undefined ? [] : statusRanges(text);
  const isRefused =
    typeof ranges !== 'string' && ranges.some(({ from, to }) => status >= from && status <= to);
  if (!isRefused) return;
  const message = `the page answered ${status}, which is one of ${text}`;
  throw new RenderError('bad_status', `fail_on_status: ${message}.`, {
    details: [{ parameter: 'fail_on_status', message }],
  });
}
