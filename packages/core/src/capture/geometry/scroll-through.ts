import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** Maximum steps of one scroll through a page: at 1,080 px each, 540,000 px. */
const scrollStepLimit = 500;

/** Scrolls to the end of the page and back, so that lazy content has loaded. */
export async function scrollThrough(
  page: PageHandle,
  stepPx: number | undefined,
  stepMs: number,
): Promise<{ reachedEnd: boolean }> {
  page.deadline.activity = 'scrolling through the page';
  const endsAt = performance.now() + page.deadline.remainingMs() * 0.6;
  await callInPage(page, pageCode.rememberLooks);
  let reachedEnd = false;
  for (
    let step = 0;
    step < scrollStepLimit && !reachedEnd && performance.now() < endsAt;
    step += 1
  ) {
    await Promise.all([
      callInPage(page, pageCode.scrollStep, stepPx ?? null),
      page.deadline.sleep(stepMs),
    ]);
    reachedEnd = await callInPage(page, pageCode.isAtEnd);
  }
  await callInPage(page, pageCode.scrollToStart);
  await callInPage(page, pageCode.goBack, 0, 0);
  return { reachedEnd };
}
