import type { PageHandle, ScreencastFrame } from '@tintype/core';
import type { FrameTicks } from './frame-clock.ts';
import { grabByScreenshot, type FrameGrabber, type FrameImage } from './frame-grabber.ts';
import type { GrabberOptions, ShownFrame } from './frame-grabber.ts';
import { showUnevenly } from './uneven-display.ts';
import type { PlayerWatch } from '../watch/watch-players.ts';

/** Time to wait for an image, at least and at most; between them, by how long others took. */
const leastWaitMs = 120;
const maxWaitMs = 3000;
/** Multiple of the time of the slowest image so far. */
const patience = 5;
/** Images that must arrive in a row before they are relied on: a screencast skips some at first. */
const movesToTrust = 3;

/** A screencast under way. */
export interface Screencast {
  /** Sets the listener of the images from now on. */
  deliver(listener: (image: ScreencastFrame) => void): void;
  stop(): Promise<void>;
}

/** Starts a screencast, shortly before the clock stops: its first image is of real time. */
export async function startScreencast(
  { session }: PageHandle,
  image: FrameImage,
): Promise<Screencast> {
  let listener: ((image: ScreencastFrame) => void) | undefined;
  const stopListening = session.onScreencastFrame((image) => {
    const { sessionId } = image;
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    listener?.(image);
  });
  await session.send('Page.startScreencast', { ...image, everyNthFrame: 1 });
  return {
    deliver: (to) => (listener = to),
    async stop() {
      stopListening();
      await session.send('Page.stopScreencast');
    },
  };
}

export interface ScreencastOptions {
  fps: number;
  screencast: Screencast;
  /** Once there are any, each frame is photographed: see {@link showUnevenly}. */
  players: PlayerWatch;
}

/**
 * Lets the browser send each image while the page is on its way to the next frame: nearly twice as
 * fast. It tells an image by the tick of its frame. A page that stands still sends none, and an
 * older browser names no ticks: there each frame is photographed.
 */
export function grabByScreencast(
  options: GrabberOptions,
  { fps, screencast, players }: ScreencastOptions,
): FrameGrabber {
  const { page } = options;
  const clock = showUnevenly(options.clock, fps);
  const { session, deadline } = page;
  const byScreenshot = grabByScreenshot({ ...options, clock });
  let ended = false;
  const waiting = new Map<number, { shownAt: number; resolve(image?: Uint8Array): void }>();
  /** Images of frames that were photographed all the same, and those frames without an image. */
  let moves = 0;
  const unproven = new Set<number>();
  const distrust = () => {
    moves = 0;
    unproven.clear();
  };
  let slowestMs = 0;
  let last = 0;
  let changed = () => {};

  const settle = (frame: number, image?: Uint8Array) => {
    waiting.get(frame)?.resolve(image);
    waiting.delete(frame);
    changed();
  };
  const onFrame = ({ data, metadata: { monotonicTimestamp } }: ScreencastFrame) => {
    if (monotonicTimestamp === undefined) return;
    const isOf = (frame: number) =>
      Math.abs(monotonicTimestamp * 1000 - displayTicks(clock.ticks(frame))) <= 0.1;
    for (const frame of unproven) {
      if (!isOf(frame)) continue;
      unproven.delete(frame);
      moves += 1;
    }
    // An image of no known frame shows the start. Images may arrive out of order.
    for (const [frame, { shownAt }] of waiting) {
      if (!isOf(frame)) continue;
      slowestMs = Math.max(slowestMs, performance.now() - shownAt);
      byScreenshot.forget();
      settle(frame, data);
    }
  };
  screencast.deliver(onFrame);
  /** Returns whether all images of frames before this one arrived in time. */
  const readBefore = async (frame: number) => {
    const boundMs = Math.min(maxWaitMs, Math.max(leastWaitMs, patience * slowestMs));
    const endsAt = performance.now() + boundMs;
    const isRead = () => [...waiting.keys()].every((shown) => shown >= frame);
    while (!isRead() && performance.now() < endsAt) {
      const next = new Promise<void>((resolve) => (changed = resolve));
      await Promise.race([next, deadline.sleep(boundMs / 4)]);
    }
    return isRead();
  };
  /** Captures the frame on the screen. Earlier frames without an image have nothing new. */
  const catchUp = async (): Promise<void> => {
    distrust();
    const { image } = await byScreenshot.show(last, { again: true });
    settle(last, await image);
    for (const frame of waiting.keys()) settle(frame);
  };
  const showStill = async (frame: number): Promise<ShownFrame> => {
    // Images of the two frames before may still be in flight.
    if ([...unproven].some((shown) => shown < frame - 2)) distrust();
    unproven.add(frame);
    const { image } = await byScreenshot.show(frame);
    if (!(await image)) distrust();
    return { image };
  };
  /** True from an image that may be animated to the pause after it: display times even out. */
  let isEven = false;
  const chooseMoments = (frame: number) => {
    if (players.mayCome) isEven = true;
    else if (isEven && clock.isAfterPause(frame)) isEven = false;
    if (isEven) distrust();
  };
  const readAll = async () => {
    if (!(await readBefore(Infinity))) await catchUp();
  };
  const end = async () => {
    ended = true;
    await readAll();
    await screencast.stop();
  };
  return {
    async show(frame) {
      if (players.found && !ended) await end();
      chooseMoments(frame);
      if (ended || isEven) {
        await readAll();
        return byScreenshot.show(frame, { clock: options.clock });
      }
      last = frame;
      // An image that came while the clock was stopped is shown for the first time.
      if (frame === 0) return byScreenshot.show(frame, { clock: options.clock });
      if (moves < movesToTrust) return showStill(frame);
      const coming = Promise.withResolvers<Uint8Array | undefined>();
      waiting.set(frame, { shownAt: performance.now(), resolve: coming.resolve });
      const { hasDamage } = await session.send(
        'HeadlessExperimental.beginFrame',
        clock.ticks(frame),
      );
      // One image may be on its way while the next frame is made. More gain nothing.
      if (!(await readBefore(frame))) await catchUp();
      else if (!hasDamage) settle(frame);
      // Before time advances: a later screenshot shows another time.
      if (players.found || players.mayCome) await readAll();
      return { image: coming.promise };
    },
    async stop() {
      if (!ended) await end();
      await players.stop();
    },
  };
}

/** Chromium names the time at which a frame was due: one interval after its tick. */
function displayTicks({ frameTimeTicks, interval }: FrameTicks): number {
  return frameTimeTicks + interval;
}
