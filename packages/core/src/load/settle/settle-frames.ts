import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import { worldOfFrame } from '../../page/frame-world.ts';
import { createPageFrames, ifThere, type PageFrame } from '../../page/page-frames.ts';
import { EvaluationError, type PageHandle } from '../../page/page-handle.ts';
import type { FrameArea } from './in-page/foreign-frames.ts';
import type { SettledDocument } from './in-page/settle-page.ts';
import type { SettleOptions } from './in-page/settle-options.ts';
import { awaitStillness } from './stillness.ts';

/** Maximum time for frames outside of the window. */
const visitBoundMs = 8000;

/** A frame of another site runs in a process that may hang. */
const answerBoundMs = 500;

/** Settles frames whose documents the page cannot read, as they have other origins. */
export interface FrameSettler {
  /** Settles frames in the window, and adds the parts that they lack to the document. */
  settle(settled: SettledDocument, options: SettleOptions): Promise<SettledDocument>;
  /** Settles frames outside the window; returns whether there were any, and all settled. */
  visit(options: SettleOptions): Promise<{ hasScrolled: boolean; isStill: boolean }>;
}

/** Returns the settler of a page. It sends nothing to the browser before it is used. */
export function createFrameSettler(page: PageHandle): FrameSettler {
  const frames = createPageFrames(page);
  const known = new Set<string>();

  async function settleShown(
    options: SettleOptions,
    visited = new Set<string>(),
  ): Promise<SettledDocument[]> {
    const all = await frames.list();
    const settled = all
      .filter(({ frameId, isOfParent }) => !isOfParent && !visited.has(frameId))
      .map(async (frame) => {
        const document = await settleOne(frame, options);
        if (document) visited.add(frame.frameId);
        return document ?? [];
      });
    return (await Promise.all(settled)).flat();
  }

  async function settleOne(
    { frameId, process }: PageFrame,
    options: SettleOptions,
  ): Promise<SettledDocument | undefined> {
    const isFirst = !known.has(frameId);
    known.add(frameId);
    const work = async () => {
      const made = worldOfFrame(process.session, frameId);
      const world = await within(page, answerBoundMs, made);
      if (!world) return null;
      if (isFirst) {
        page.onUndo(async () => {
          await within(page, answerBoundMs, callInPage(world, pageCode.undoChanges));
        });
      }
      return callInPage(world, pageCode.settleFrame, options, isFirst);
    };
    try {
      return (await within(page, options.boundMs + answerBoundMs, work())) ?? undefined;
    } catch (error) {
      // A page that broke its own methods still gets a result.
      if (error instanceof EvaluationError) return undefined;
      throw error;
    }
  }

  return {
    async settle(settled, options) {
      page.deadline.activity = 'waiting for embedded pages';
      const inside = await settleShown(options);
      return {
        ...settled,
        missing: [...new Set([settled, ...inside].flatMap(({ missing }) => missing))],
        busy: [settled, ...inside].some(({ busy }) => busy),
        isAnimated: [settled, ...inside].some(({ isAnimated }) => isAnimated),
      };
    },
    async visit(options) {
      const { left, top, width, height, areas } = await callInPage(page, pageCode.hiddenFrames);
      if (areas.length === 0) return { hasScrolled: false, isStill: true };
      page.deadline.activity = 'waiting for embedded pages outside of the viewport';
      const endsAt = performance.now() + Math.min(visitBoundMs, page.deadline.remainingMs() * 0.3);
      const visited = new Set<string>();
      let isStill = true;
      for (const { x, y, ...size } of stops(areas, width, height)) {
        const leftMs = endsAt - performance.now();
        if (leftMs <= 0) {
          isStill = false;
          break;
        }
        await callInPage(page, pageCode.scrollToArea, x, y);
        const boundMs = Math.min(options.boundMs, leftMs);
        const settled = await settleShown({ ...options, boundMs }, visited);
        const isBusy = settled.some(({ busy }) => busy);
        if (!isBusy || options.animations !== 'finish') continue;
        const rest = await awaitStillness(page, { area: { x, y, ...size } });
        isStill &&= rest.isStill;
      }
      await callInPage(page, pageCode.goBack, left, top);
      return { hasScrolled: true, isStill };
    },
  };
}

/** Resolves to undefined if the frame was removed, or does not respond. */
async function within<T>(page: PageHandle, ms: number, work: Promise<T>): Promise<T | undefined> {
  const bound = page.deadline.sleep(ms).then(() => undefined);
  return ifThere(Promise.race([page.deadline.race(work), bound]));
}

/** Returns the areas to scroll to, each of a window at most, with as many frames as fit. */
function stops(areas: readonly FrameArea[], width: number, height: number): FrameArea[] {
  const found: FrameArea[] = [];
  for (const area of areas) {
    const last = found.at(-1);
    const bottom = Math.max(area.y + area.height, last ? last.y + last.height : 0);
    const isBeside = last && area.x >= last.x && area.x + area.width <= last.x + width;
    if (last && isBeside && bottom - last.y <= height) {
      last.height = bottom - last.y;
      last.width = Math.max(last.width, area.x + area.width - last.x);
    } else {
      found.push({
        // A frame in the first columns of the page is seen from its left edge.
        x: area.x + area.width <= width ? 0 : area.x,
        y: area.y,
        width: Math.min(width, area.width + (area.x + area.width <= width ? area.x : 0)),
        height: Math.min(height, area.height),
      });
    }
  }
  return found;
}
