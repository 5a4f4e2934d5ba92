import type { RenderRequest } from '@tintype/contract';
import { isContextGone } from '../chromium-errors.ts';
import { iconExpression } from '../page-icon.ts';
import type { PageHandle } from '../page-handle.ts';
import type { DocumentWatch } from './navigate.ts';

/** Facts about the document, read while it settles. */
export interface DocumentFacts {
  url: string;
  title: string;
  /** HTTP status of the navigation; 0 when the browser does not know. */
  status: number;
  /** Absolute URL of the icon that the page names, or an empty string. */
  icon: string;
  /** Whether everything in the picture had arrived when the bound was reached. */
  settled: boolean;
}

/** The longest that a page may take to settle after it reached the states that were asked for. */
const settleBoundMs = 5000;

/**
 * Waits, inside the page, until what will be in the result is there. For a picture: fonts, pictures that are in
 * view, backgrounds and frames; for text: what scripts write. Decoding is the painter's: `--disable-checker-imaging` makes it
 * wait for that, at the size that is painted, where `decode()` would decode at full size. Runs in a world of its own: nothing that
 * the page redefined is used here.
 */
const settleScript = `(async (kind, whole, boundMs) => {
  const bound = new Promise((done) => setTimeout(done, boundMs, false));
  const inView = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 &&
      box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  };
  // A picture without a size of its own has no box before it arrives.
  const maybeInView = (image) => {
    const [box] = image.getClientRects();
    return inView(image) || (!image.complete && box !== undefined &&
      box.bottom >= 0 && box.right >= 0 && box.top < innerHeight && box.left < innerWidth);
  };
  const loaded = () => document.readyState === 'complete' ? Promise.resolve() :
    new Promise((done) => addEventListener('load', done, { once: true }));
  const arrived = (image) => image.complete ? undefined : new Promise((done) => {
    image.addEventListener('load', done, { once: true });
    image.addEventListener('error', done, { once: true });
  });
  const backgrounds = () => {
    const urls = new Set();
    for (const element of document.querySelectorAll('body, body *')) {
      if (!inView(element)) continue;
      const { backgroundImage } = getComputedStyle(element);
      if (backgroundImage === 'none') continue;
      for (const [, url] of backgroundImage.matchAll(/url\\("((?:[^"\\\\]|\\\\.)*)"\\)/g)) {
        if (!url.startsWith('data:')) urls.add(url);
      }
    }
    return [...urls].map((url) => { const image = new Image(); image.src = url; return arrived(image); });
  };
  // document.fonts.ready also waits for the load event, and so for pictures that nobody will see.
  const fonts = async () => {
    document.documentElement?.getBoundingClientRect();
    while (document.fonts.status === 'loading') {
      await new Promise((done) => document.fonts.addEventListener('loadingdone', done, { once: true }));
    }
  };
  // Scripts that do not hold up the document (async, or added by others) hold up its load event, as every picture does.
  const scripts = async () => {
    const pending = [
      ...[...document.scripts].filter((script) =>
        script.src && performance.getEntriesByName(script.src, 'resource').length === 0),
      // What is hidden is known only with the styles.
      ...[...document.querySelectorAll('link[rel~="stylesheet" i]')].filter((link) => !link.sheet),
    ];
    if (pending.length > 0) {
      await Promise.race([loaded(), Promise.all(pending.map((element) => new Promise((done) => {
        element.addEventListener('load', done, { once: true });
        element.addEventListener('error', done, { once: true });
      })))]);
    }
    // Frameworks draw in tasks of their own, after the scripts themselves have run.
    await Promise.race([
      scheduler.postTask(() => {}, { priority: 'background' }),
      new Promise((done) => setTimeout(done, 500)),
    ]);
    return true;
  };
  // Chromium holds a print up for two seconds where a lazy picture has loaded without having come near the window.
  const bringNear = async (images) => {
    const near = { position: 'fixed', top: '0', left: '0', width: '1px', height: '1px', opacity: '0' };
    const restore = images.map(({ style }) => {
      const before = Object.keys(near).map((name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)]);
      for (const [name, value] of Object.entries(near)) style.setProperty(name, value, 'important');
      return () => before.forEach((property) => style.setProperty(...property));
    });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    for (const back of restore) back();
  };
  const everything = async () => {
    if (kind === 'served' || kind === 'source') return true;
    if (kind === 'text') return scripts();
    // Most pages finish loading right after their DOM: then there is nothing to look for.
    await Promise.race([loaded(), new Promise((done) => setTimeout(done, 30))]);
    const lazy = whole ? [...document.querySelectorAll('[loading="lazy" i]')] : [];
    for (const element of lazy) element.loading = 'eager';
    const pending = [...document.images].filter((image) => whole || maybeInView(image)).map(arrived);
    if (document.readyState !== 'complete') {
      const nested = [...document.querySelectorAll('iframe, object, embed, video[poster], image')];
      pending.push(whole || nested.some(inView) ? loaded() :
        Promise.race([loaded(), Promise.all(backgrounds())]));
    }
    await Promise.all(pending);
    const pictures = lazy.filter((element) => element instanceof HTMLImageElement);
    if (kind === 'paper' && pictures.length > 0) await bringNear(pictures);
    await fonts();
    return true;
  };
  const settled = await Promise.race([everything(), bound]);
  const entry = performance.getEntriesByType('navigation')[0];
  return { url: document.URL, title: document.title, status: entry ? entry.responseStatus : 0,
    icon: ${iconExpression}, settled };
})`;

/** Settles the page, following it when a script sends it elsewhere meanwhile. */
export async function settle(
  page: PageHandle,
  request: RenderRequest,
  watch: DocumentWatch,
): Promise<DocumentFacts> {
  const whole = needsWholePage(request);
  const kind = settleKind(request);
  const boundMs = Math.min(settleBoundMs, page.deadline.remainingMs() / 2);
  const endsAt = performance.now() + boundMs;
  for (;;) {
    page.deadline.activity = 'waiting for fonts and pictures in view';
    if (kind === 'served') {
      await Promise.race([watch.reached(['load']), page.deadline.sleep(boundMs)]);
    }
    const { loaderId } = watch;
    try {
      const facts = await page.evaluate<DocumentFacts>(
        `${settleScript}("${kind}", ${whole}, ${boundMs})`,
      );
      const leaving = watch.loaderId !== loaderId || watch.navigating;
      if (!leaving || performance.now() > endsAt) return facts;
    } catch (error) {
      if (!isContextGone(error)) throw error;
    }
    if (watch.navigating) await page.deadline.sleep(20);
    await watch.reached(request.wait_until);
  }
}

/** Without scripts, events and timers of the waiting itself would not come either. */
function settleKind(request: RenderRequest): 'picture' | 'paper' | 'text' | 'served' | 'source' {
  if (request.kind === 'pdf') return 'paper';
  if (request.kind !== 'scrape') return 'picture';
  if (request.js_enabled) return 'text';
  return request.format === 'html' ? 'source' : 'served';
}

/** Whether what lies outside the viewport has to have arrived. */
function needsWholePage(request: RenderRequest): boolean {
  if (request.kind === 'pdf') {
    return request.clip_width === undefined || request.capture_beyond_viewport;
  }
  const ofElement = request.kind === 'screenshot' && request.selector !== undefined;
  return ofElement || capturesWholePage(request);
}

/** Whether the picture shows more than the viewport. */
export function capturesWholePage(request: RenderRequest): boolean {
  if (request.kind !== 'screenshot') return false;
  const clipped = request.clip_width !== undefined;
  return (
    request.full_page || request.full_page_scroll || (request.capture_beyond_viewport && !clipped)
  );
}
