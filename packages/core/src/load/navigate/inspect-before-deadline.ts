import { RenderError } from '@tintype/contract';
import { pageCode } from '../page-code.ts';
import { callOf } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** Time before the deadline at which a slow render is inspected. */
const beforeEndMs = 100;

/** Maximum number of `document.open` calls: a page with more rewrites itself in a loop. */
const maxRewrites = 30;

/** Chromium's parser nests at most 512 levels, and each element takes longer the more are open. */
const parsedDepth = 500;

/**
 * Ends a render with `page_rewriting` or `page_too_deep` instead of `timeout`, if that is the
 * reason for its duration.
 * @param hasCaptured - nothing more is needed from the page
 * @returns a function that cancels the inspection
 */
export function inspectBeforeDeadline(page: PageHandle, hasCaptured: () => boolean): () => void {
  const { session, deadline, lease } = page;
  let rewrites = 0;
  let isDeep = false;
  let timer: NodeJS.Timeout | undefined;

  /** The response of a busy page may take all the remaining time. */
  const ask = async () => {
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: lease.frameId,
      worldName: 'tintype-last-look',
    });
    const { result } = await session.send('Runtime.evaluate', {
      expression: callOf(pageCode.isNestedDeeper, parsedDepth),
      contextId,
      returnByValue: true,
    });
    isDeep = result.value === true;
  };
  const check = () => {
    // A recording has its own time limit.
    if (deadline.remainingMs() > 2 * beforeEndMs) return wait();
    if (hasCaptured()) return;
    if (rewrites > maxRewrites) deadline.fail(new RenderError('page_rewriting'));
    else if (isDeep) deadline.fail(new RenderError('page_too_deep'));
  };
  const wait = () => {
    timer = setTimeout(check, Math.max(0, deadline.remainingMs() - beforeEndMs));
  };

  session.on('Page.documentOpened', ({ frame }) => {
    if (frame.id === lease.frameId) rewrites += 1;
  });
  timer = setTimeout(() => {
    wait();
    if (!hasCaptured()) ask().catch(() => {});
  }, deadline.remainingMs() / 2);
  return () => clearTimeout(timer);
}
