import type { PageHandle, ScreencastPicture } from '@tintype/core';
import type { FrameTicks } from './frame-clock.ts';
import { grabByScreenshot, jpegQuality, type FrameGrabber } from './frame-grabber.ts';
import type { GrabberOptions, ShownFrame } from './frame-grabber.ts';
import { showUnevenly } from './uneven-display.ts';
import type { PlayerWatch } from './watch-players.ts';

/** How long a picture is waited for at least, and at most; between them, by how long others took. */
const leastWaitMs = 120;
const mostWaitMs = 3000;
/** How many times the time of the slowest picture so far. */
const patience = 5;
/** Frames that differ, before a page is taken to move. Of the first frames of a screencast some have been left out. */
const movesToTrust = 3;

/** Begins a screencast, before the first frame is shown: Chromium takes no picture of a frame older than its first picture. */
export async function beginScreencast({ session }: PageHandle): Promise<void> {
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: jpegQuality,
    everyNthFrame: 1,
  });
}

/** What a screencast goes by. */
export interface ScreencastFacts {
  fps: number;
  /** Once there are any, each frame is photographed: see {@link showUnevenly}. */
  players: PlayerWatch;
}

/**
 * Lets the browser send each picture while the page is on its way to the next frame: nearly twice as fast. It tells a picture by
 * the tick of its frame. A page that stands still sends none, and an older browser names no ticks: there each frame is
 * photographed. The screencast must have begun: see {@link beginScreencast}.
 */
export function grabByScreencast(
  options: GrabberOptions,
  { fps, players }: ScreencastFacts,
): FrameGrabber {
  const { page } = options;
  const clock = showUnevenly(options.clock, fps);
  const { session, deadline } = page;
  const byScreenshot = grabByScreenshot({ ...options, clock });
  let ended = false;
  const waiting = new Map<number, { shownAt: number; resolve(picture?: Uint8Array): void }>();
  let namesTicks = false;
  let moves = 0;
  let slowestMs = 0;
  let last = 0;
  let changed = () => {};

  const settle = (frame: number, picture?: Uint8Array) => {
    if (picture) byScreenshot.forget();
    waiting.get(frame)?.resolve(picture);
    waiting.delete(frame);
    changed();
  };
  const onFrame = ({ data, metadata, sessionId }: ScreencastPicture) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    const { monotonicTimestamp } = metadata;
    namesTicks = monotonicTimestamp !== undefined;
    if (monotonicTimestamp === undefined) return;
    // What comes for no frame of ours is the screen as it stood when the screencast began. They may overtake each other.
    for (const [frame, { shownAt }] of waiting) {
      const apartMs = monotonicTimestamp * 1000 - displayTicks(clock.ticks(frame));
      if (Math.abs(apartMs) > 0.1) continue;
      slowestMs = Math.max(slowestMs, performance.now() - shownAt);
      settle(frame, data);
    }
  };
  const stopListening = session.onPicture(onFrame);
  /** Whether all pictures of frames before this one have come in time. */
  const readBefore = async (frame: number) => {
    const boundMs = Math.min(mostWaitMs, Math.max(leastWaitMs, patience * slowestMs));
    const endsAt = performance.now() + boundMs;
    const isRead = () => [...waiting.keys()].every((shown) => shown >= frame);
    while (!isRead() && performance.now() < endsAt) {
      const next = new Promise<void>((resolve) => (changed = resolve));
      await Promise.race([next, deadline.sleep(boundMs / 4)]);
    }
    return isRead();
  };
  /** The frame on the screen is photographed. One before it has nothing new if it has not come by then. */
  const catchUp = async (): Promise<void> => {
    moves = 0;
    const { picture } = await byScreenshot.show(last, { again: true });
    settle(last, await picture);
    for (const frame of waiting.keys()) settle(frame);
  };
  const showStill = async (frame: number): Promise<ShownFrame> => {
    const { picture } = await byScreenshot.show(frame);
    moves = (await picture) ? moves + 1 : 0;
    return { picture };
  };
  const readAll = async () => {
    if (!(await readBefore(Infinity))) await catchUp();
  };
  const end = async () => {
    ended = true;
    await readAll();
    stopListening();
    await session.send('Page.stopScreencast');
  };
  return {
    async show(frame) {
      if (players.found && !ended) await end();
      const isEven = ended || (players.mayCome && frame > 0);
      if (isEven) {
        await readAll();
        return byScreenshot.show(frame, { clock: options.clock });
      }
      last = frame;
      if (frame === 0) return byScreenshot.show(frame);
      if (!namesTicks || moves < movesToTrust) return showStill(frame);
      const coming = Promise.withResolvers<Uint8Array | undefined>();
      waiting.set(frame, { shownAt: performance.now(), resolve: coming.resolve });
      const { hasDamage } = await session.send(
        'HeadlessExperimental.beginFrame',
        clock.ticks(frame),
      );
      // One picture may be on its way while the next frame is made. More gain nothing.
      if (!(await readBefore(frame))) await catchUp();
      else if (!hasDamage) settle(frame);
      return { picture: coming.promise };
    },
    async stop() {
      if (!ended) await end();
      await players.stop();
    },
  };
}

/** Chromium names the moment at which a frame was to be on the screen: one interval after its tick. */
function displayTicks({ frameTimeTicks, interval }: FrameTicks): number {
  return frameTimeTicks + interval;
}
