import type { RenderRequest } from '@tintype/contract';
import { isContextGone } from '../chromium-errors.ts';
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
 * Waits, inside the page, until what will be in the picture is there: fonts, pictures that are in
 * view, backgrounds and frames. Decoding is the painter's: `--disable-checker-imaging` makes it wait for
 * that, at the size that is painted, where `decode()` would decode at full size. Runs in a world of its own: nothing that the
 * page redefined is used here.
 */
const settleScript = `(async (whole, boundMs) => {
  const bound = new Promise((done) => setTimeout(done, boundMs, false));
  const inView = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 &&
      box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
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
  const everything = async () => {
    // Most pages finish loading right after their DOM: then there is nothing to look for.
    await Promise.race([loaded(), new Promise((done) => setTimeout(done, 30))]);
    if (whole) {
      for (const lazy of document.querySelectorAll('[loading="lazy" i]')) lazy.loading = 'eager';
    }
    const pending = [...document.images].filter((image) => whole || inView(image)).map(arrived);
    if (document.readyState !== 'complete') {
      const nested = [...document.querySelectorAll('iframe, object, embed, video[poster], image')];
      pending.push(whole || nested.some(inView) ? loaded() :
        Promise.race([loaded(), Promise.all(backgrounds())]));
    }
    await Promise.all(pending);
    await fonts();
    return true;
  };
  const settled = await Promise.race([everything(), bound]);
  const entry = performance.getEntriesByType('navigation')[0];
  const icon = document.querySelector('link[rel~="icon" i], link[rel="apple-touch-icon" i]');
  return { url: document.URL, title: document.title, status: entry ? entry.responseStatus : 0,
    icon: icon ? icon.href : '', settled };
})`;

/** Settles the page, following it when a script sends it elsewhere meanwhile. */
export async function settle(
  page: PageHandle,
  request: RenderRequest,
  watch: DocumentWatch,
): Promise<DocumentFacts> {
  const whole = capturesWholePage(request);
  const boundMs = Math.min(settleBoundMs, page.deadline.remainingMs() / 2);
  const endsAt = performance.now() + boundMs;
  for (;;) {
    page.deadline.activity = 'waiting for fonts and pictures in view';
    const { loaderId } = watch;
    try {
      const facts = await page.evaluate<DocumentFacts>(`${settleScript}(${whole}, ${boundMs})`);
      const leaving = watch.loaderId !== loaderId || watch.navigating;
      if (!leaving || performance.now() > endsAt) return facts;
    } catch (error) {
      if (!isContextGone(error)) throw error;
    }
    if (watch.navigating) await page.deadline.sleep(20);
    await watch.reached(request.wait_until);
  }
}

/** Whether the picture shows more than the viewport. */
export function capturesWholePage(request: RenderRequest): boolean {
  if (request.kind !== 'screenshot') return false;
  const clipped = request.clip_width !== undefined;
  return (
    request.full_page || request.full_page_scroll || (request.capture_beyond_viewport && !clipped)
  );
}
