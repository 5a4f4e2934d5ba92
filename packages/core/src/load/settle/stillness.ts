import { pageCode } from '../page-code.ts';
import { callInPage } from '../../page/create-page-code.ts';
import type { FrameArea } from './in-page/foreign-frames.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** Maximum time a page may keep changing. Entrances of charts take a second, counters two. */
const motionBoundMs = 2500;

/** Interval between two comparisons, in ms. On a loaded machine, frames are awaited as well. */
const lookEveryMs = 100;

/** The region that must be still. */
export interface Stillness {
  /** The part of the window that counts, in CSS pixels of the page. */
  area?: FrameArea;
  /** True if what is outside the window counts as well. */
  whole?: boolean;
}

/**
 * Waits until two images of the viewport are equal. Only for pages that ask for frame after frame:
 * each look costs about 50 ms.
 * @returns whether the page came to rest, and whether it had moved
 */
export async function awaitStillness(
  page: PageHandle,
  { area, whole = false }: Stillness = {},
): Promise<{ isStill: boolean; moved: boolean }> {
  page.deadline.activity = 'waiting until the page stands still';
  const endsAt = performance.now() + Math.min(motionBoundMs, page.deadline.remainingMs() / 4);
  let before = await look(page, area);
  for (let moved = false; ; moved = true) {
    const [, movesOutside] = await Promise.all([
      page.deadline.sleep(lookEveryMs),
      whole
        ? callInPage(page, pageCode.movesOutside, 4)
        : callInPage(page, pageCode.passFrames, 4).then(() => false),
    ]);
    const after = await look(page, area);
    if (Buffer.compare(before, after) === 0 && !movesOutside) return { isStill: true, moved };
    if (performance.now() > endsAt) return { isStill: false, moved: true };
    before = after;
  }
}

async function look(page: PageHandle, area?: FrameArea): Promise<Uint8Array> {
  const { data } = await page.session.sendForBytes('Page.captureScreenshot', {
    format: 'jpeg',
    quality: 30,
    optimizeForSpeed: true,
    ...(area && { clip: { ...area, scale: 1 } }),
  });
  return data;
}
