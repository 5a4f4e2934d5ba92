import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import { isContextGone } from '../../page/chromium-errors.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { offsetOf } from '../../page/frame-box.ts';
import { ifThere, type PageFrame, type PageFrames } from '../../page/page-frames.ts';
import {
  findInFrames,
  selectorBoundMs,
  selectorNotFound,
  withSelectorErrors,
} from '../../page/selectors.ts';

/** A place in the viewport. */
interface Point {
  x: number;
  y: number;
}

/** Result of one attempt: a point to click, or `clicked` if a script did it. */
type Found = Point | 'clicked' | undefined;

/** Clicks the first match in the document, its open shadow roots or its frames. */
export async function clickSelector(
  page: PageHandle,
  selector: string,
  frames: PageFrames,
): Promise<void> {
  page.deadline.activity = `waiting for click_selector ${JSON.stringify(selector)}`;
  const boundMs = Math.min(selectorBoundMs, page.deadline.remainingMs() / 2);
  const endsAt = performance.now() + boundMs;
  for (;;) {
    const found =
      (await withSelectorErrors('click_selector', () => findInDocument(page, selector))) ??
      (await findInFrame(page, selector, frames, endsAt));
    if (found === 'clicked') return;
    if (found) return press(page, found);
    if (performance.now() > endsAt) throw selectorNotFound('click_selector', selector, boundMs);
    await page.deadline.sleep(50);
  }
}

async function press(page: PageHandle, { x, y }: Point): Promise<void> {
  const mouse = { x, y, button: 'left', clickCount: 1 } as const;
  await page.session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  await page.session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse });
  await page.session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
}

/** Returns the centre of the element if no other element covers it. */
async function findInDocument(page: PageHandle, selector: string): Promise<Found> {
  try {
    const found = await callInPage(page, pageCode.clickTarget, selector);
    return found ?? undefined;
  } catch (error) {
    if (!isContextGone(error)) throw error;
    return undefined;
  }
}

async function findInFrame(
  page: PageHandle,
  selector: string,
  frames: PageFrames,
  boundAt: number,
): Promise<Found> {
  const found = await findInFrames(page, selector, frames);
  if (!found) return undefined;
  const { frame, objectId } = found;
  const endsAt = Math.min(boundAt, performance.now() + maxScrollMs);
  let last: Point | undefined;
  // Other processes scroll and draw their part later, so the place must be the same twice.
  do {
    const place = await ifThere(page.deadline.race(placeOf(page, frame, objectId)));
    const isHit = place && (await callInPage(page, pageCode.isFrameAt, place.x, place.y));
    if (isHit && (!frame.process.parent || (place.x === last?.x && place.y === last.y)))
      return place;
    last = isHit ? place : undefined;
    await page.deadline.sleep(50);
  } while (performance.now() < endsAt);
  const clicked = await ifThere(
    page.deadline.race(
      frame.process.session.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: 'function () { this.click(); }',
        userGesture: true,
      }),
    ),
  );
  return clicked && 'clicked';
}

/** Scrolls an element of a frame into view, and returns its centre in the page's viewport. */
export async function placeOf(
  page: PageHandle,
  { process }: PageFrame,
  objectId: string,
): Promise<Point | undefined> {
  const { session } = process;
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function () { return (${pageCode.showsMiddle.source})(this); }`,
    returnByValue: true,
  });
  if (result.value !== true) return undefined;
  const { quads } = await session
    .send('DOM.getContentQuads', { objectId })
    .catch(() => ({ quads: [] }));
  const quad = quads.find(
    ([left = 0, , right = 0, , , bottom = 0]) => right !== left || bottom !== 0,
  );
  if (!quad) return undefined;
  const offset = await offsetOf(process);
  const along = (first: number) =>
    [0, 2, 4, 6].reduce((sum, at) => sum + (quad[first + at] ?? 0), 0) / 4;
  return { x: offset.x + along(0), y: offset.y + along(1) };
}

/** Maximum time until a script clicks an element of a frame that is covered or out of view. */
const maxScrollMs = 1000;
