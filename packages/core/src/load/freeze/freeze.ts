import type { RenderRequest } from '@tintype/contract';
import { callInPage, callOf, type PageWorld } from '../../page/create-page-code.ts';
import type { FrameSetting } from '../../page/frame-settings.ts';
import { worldOfFrame } from '../../page/frame-world.ts';
import { createPageFrames, ifThere } from '../../page/page-frames.ts';
import { EvaluationError, type PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import { pageCode } from './page-code.ts';

/** 2026-01-01 12:00 UTC, at which each page starts. */
const startMs = Date.UTC(2026, 0, 1, 12);

/**
 * Time that passes for a page in all, in ms. Not a multiple of a second: the number of times that
 * an interval fires must not depend on a few ms at the start.
 */
const spanMs = 5450;

/** Further time for content that loads once it is in view. */
const furtherMs = 2000;

/** Maximum real time until the time of a page ends. */
const boundMs = 8000;

/** The frozen documents of a page. */
export interface Freezing {
  /** Applied before the page and its frames load anything. */
  setting: FrameSetting;
  /** Lets time pass for content that is brought into view. */
  extend(page: PageHandle): Promise<void>;
  /** Waits until the time of the page and its frames ends, and stops it. */
  end(page: PageHandle, context: Pick<RenderContext, 'warn'>): Promise<void>;
}

/** Freezes the page of a request with `deterministic`. */
export function createFreezing({ deterministic }: RenderRequest): Freezing | undefined {
  if (!deterministic) return undefined;
  const eventName = `tintype-${crypto.randomUUID()}`;
  const source = callOf(pageCode.freezePage, { eventName, startMs, spanMs });
  const inWorker = `typeof document === 'undefined' && ${callOf(pageCode.freezeWorker, { startMs })}`;
  return {
    async setting(session) {
      // Sent together: a worker, which has no documents, resumes once the others have failed.
      await Promise.all([
        session.send('Runtime.evaluate', { expression: inWorker }),
        session.send('Page.enable'),
        // A layer that has moved is drawn at fractions of a pixel even after it has returned.
        session.send('Animation.enable'),
        session.send('Animation.setPlaybackRate', { playbackRate: 0 }),
        session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
      ]);
    },
    async extend(page) {
      page.deadline.activity = 'letting time pass for the page';
      const order = `extend ${furtherMs}`;
      await inDocuments(page, (world) => callInPage(world, pageCode.orderClock, eventName, order));
    },
    async end(page, context) {
      page.deadline.activity = 'waiting for the end of timers and animation frames';
      const ms = Math.min(boundMs, page.deadline.remainingMs() / 3);
      const ended = await inDocuments(page, (world) =>
        callInPage(world, pageCode.endTime, eventName, ms),
      );
      if (ended.every((isOver) => isOver !== false)) return;
      context.warn(
        'deterministic: scripts of the page did not end in time, so results may differ.',
      );
    },
  };
}

/** Works in each document of the page; a frame that does not respond is left out. */
async function inDocuments<T>(
  page: PageHandle,
  work: (world: PageWorld) => Promise<T>,
): Promise<(T | undefined)[]> {
  const frames = await createPageFrames(page).list();
  const inFrames = frames.map(async ({ process, frameId }) => {
    const bound = page.deadline.sleep(boundMs + 1000).then(() => undefined);
    const answer = worldOfFrame(process.session, frameId).then(work);
    try {
      return await ifThere(Promise.race([page.deadline.race(answer), bound]));
    } catch (error) {
      // A frame that broke its own methods.
      if (error instanceof EvaluationError) return undefined;
      throw error;
    }
  });
  return Promise.all([work(page), ...inFrames]);
}
