import { callInPage, callOf } from '../../page/create-page-code.ts';
import { worldOfFrame, type FrameWorld } from '../../page/frame-world.ts';
import { sizedProperties } from './keep-heights.ts';
import { createPageFrames, ifThere } from '../../page/page-frames.ts';
import { EvaluationError, type PageHandle } from '../../page/page-handle.ts';
import { pageCode } from '../page-code.ts';

/** Limits of a scroll through the frame, which loads lazy content. */
const revealLimits = { steps: 200, growthWindows: 20, boundMs: 5000 };

const expandBoundMs = 7000;

/** Grows the frame that fills a window without other scrollers; returns whether there is one. */
async function expandFrame(page: PageHandle): Promise<boolean> {
  // Frames of other sites are queried, and one that hangs never responds.
  const bound = page.deadline.sleep(Math.min(expandBoundMs, page.deadline.remainingMs() / 2));
  try {
    return await Promise.race([growCoveringFrame(page), bound.then(() => false)]);
  } catch (error) {
    // A page that broke its own methods still gets a result.
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

async function growCoveringFrame(page: PageHandle): Promise<boolean> {
  const outer = await worldOfFrame(page.session, page.lease.frameId);
  const objectId = await outer.handle(callOf(pageCode.coveringFrame));
  if (objectId === undefined) return false;
  const { node } = await page.session.send('DOM.describeNode', { objectId });
  const frames = await createPageFrames(page).list();
  const frame = frames.find(({ frameId }) => frameId === node.frameId);
  if (!frame) return false;
  const inner = await worldOfFrame(frame.process.session, frame.frameId);
  const position = await callInPage(inner, pageCode.beginChanges);
  page.onUndo(async () => {
    await page.deadline.race(callInPage(inner, pageCode.undoChanges));
    await page.deadline.race(callInPage(inner, pageCode.scrollBack, position));
  });
  const work = growFrame(page, objectId, inner);
  return (await ifThere(page.deadline.race(work))) ?? false;
}

async function growFrame(page: PageHandle, objectId: string, inner: FrameWorld): Promise<boolean> {
  await callInPage(inner, pageCode.growScroller);
  await callInPage(inner, pageCode.bringIntoView, revealLimits);
  const { content, window } = await callInPage(inner, pageCode.frameHeights);
  if (content <= window + 1) return false;
  await callInPage(inner, pageCode.keepStyles, sizedProperties);
  const { result } = await page.session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function (...args) { return (${pageCode.growElement.source})(this, ...args); }`,
    arguments: [{ value: content }, { value: `${content}px` }],
    returnByValue: true,
  });
  if (result.value !== true) return false;
  await callInPage(inner, pageCode.untilTall, content);
  await callInPage(inner, pageCode.pinStyles, sizedProperties);
  return true;
}

/** Grows the part that scrolls, or fills the window, of a document that does not (an app shell). */
export async function expandScroller(page: PageHandle): Promise<boolean> {
  return (await callInPage(page, pageCode.growScroller)) || (await expandFrame(page));
}
