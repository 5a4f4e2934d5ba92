import { pageCode } from '../../page-code.ts';
import { callInPage } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** How long a page may go on changing. Entrances of charts take a second, counters two. */
const motionBoundMs = 2500;

/** Between two looks; frames of a busy machine come later, so some are waited for as well. */
const lookEveryMs = 100;

/**
 * Waits until two images of the viewport are equal. Only for pages that ask for frame after frame: each look costs about 50 ms.
 *
 * @returns whether the page came to rest, and whether it had moved
 */
export async function awaitStillness(
  page: PageHandle,
): Promise<{ isStill: boolean; moved: boolean }> {
  page.deadline.activity = 'waiting until the page stands still';
  const endsAt = performance.now() + Math.min(motionBoundMs, page.deadline.remainingMs() / 4);
  let before = await look(page);
  for (let moved = false; ; moved = true) {
    await Promise.all([page.deadline.sleep(lookEveryMs), callInPage(page, pageCode.passFrames, 4)]);
    const after = await look(page);
    if (Buffer.compare(before, after) === 0) return { isStill: true, moved };
    if (performance.now() > endsAt) return { isStill: false, moved: true };
    before = after;
  }
}

async function look(page: PageHandle): Promise<Uint8Array> {
  const { data } = await page.session.sendForBytes('Page.captureScreenshot', {
    format: 'jpeg',
    quality: 30,
    optimizeForSpeed: true,
  });
  return data;
}
