import { callInPage } from '../page/in-page.ts';
import { createPageFrames, ifThere } from '../page/page-frames.ts';
import type { PageHandle } from '../page/page-handle.ts';
import type { CdpSession } from '../browser-source.ts';
import { bringIntoView } from '../load/settle/reveal.ts';
import { settleParts } from '../load/settle/settle-page.ts';
import { growElement, growScroller } from './grow-element.ts';
import { pinStyles, stylesOf } from './pdf/keep-heights.ts';

/** A frame that covers less of the window has something of the page beside it. */
const leastShare = 0.9;

/** A scroll through the frame, so that what loads late has loaded. */
const revealLimits = { steps: 200, growthWindows: 20, boundMs: 5000 };

/** Source of an expression that gives the frame which fills the window of a page that has nothing else to scroll. */
const coveringFrame = `(() => {
  const root = document.scrollingElement ?? document.documentElement;
  if (!root || root.scrollHeight - root.clientHeight >= 2) return null;
  let hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (let inner; hit?.shadowRoot && (inner = hit.shadowRoot.elementFromPoint(innerWidth / 2, innerHeight / 2)) && inner !== hit;) hit = inner;
  if (hit?.localName !== 'iframe' || /^no$/i.test(hit.scrolling)) return null;
  const box = hit.getBoundingClientRect();
  const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
  const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
  return width * height >= innerWidth * innerHeight * ${leastShare} ? hit : null;
})()`;

const contentHeight = '(document.scrollingElement ?? document.documentElement)?.scrollHeight ?? 0';

/** A frame in another process hears of its size a moment later. */
const untilTall = `(async (height) => {
  for (let looks = 0; looks < 50 && innerHeight < height; looks += 1) await new Promise((done) => setTimeout(done, 20));
})`;

/**
 * Where one frame fills the window and nothing else scrolls, the page is what the frame holds: it grows until all of it shows, with
 * everything in it as high as it was.
 *
 * @returns whether it has grown
 */
export async function expandFrame(page: PageHandle): Promise<boolean> {
  const outer = await worldOf(page.session, page.lease.frameId);
  const objectId = await outer.handle(coveringFrame);
  if (objectId === undefined) return false;
  const { node } = await page.session.send('DOM.describeNode', { objectId });
  const frames = await createPageFrames(page).list();
  const frame = frames.find(({ frameId }) => frameId === node.frameId);
  if (!frame) return false;
  const work = growFrame(page, objectId, await worldOf(frame.process.session, frame.frameId));
  return (await ifThere(page.deadline.race(work))) ?? false;
}

async function growFrame(page: PageHandle, objectId: string, inner: World): Promise<boolean> {
  await inner.evaluate(growScroller);
  await inner.evaluate(callInPage(bringIntoView, settleParts, revealLimits));
  const height = await inner.evaluate<number>(contentHeight);
  if (height <= (await inner.evaluate<number>('innerHeight')) + 1) return false;
  await inner.evaluate(`globalThis.tintypeStyles = ${stylesOf}`);
  const { result } = await page.session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function () { return ${growElement}(this, ${height}, '${height}px'); }`,
    returnByValue: true,
  });
  if (result.value !== true) return false;
  await inner.evaluate(`${untilTall}(${height})`);
  await inner.evaluate(`${pinStyles}(globalThis.tintypeStyles, ${stylesOf})`);
  return true;
}

/** A world of our own in a frame. */
interface World {
  evaluate<T>(expression: string): Promise<T>;
  /** A handle of what an expression gives; none for null. */
  handle(expression: string): Promise<string | undefined>;
}

async function worldOf(session: CdpSession, frameId: string): Promise<World> {
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'tintype',
  });
  return {
    async evaluate<T>(expression: string) {
      const { result } = await session.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      });
      return result.value as T;
    },
    async handle(expression) {
      const { result } = await session.send('Runtime.evaluate', { expression, contextId });
      return result.objectId;
    },
  };
}
