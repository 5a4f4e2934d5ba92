import type { PageHandle } from '@tintype/core';
import { atQuality } from '../../encode/video-quality.ts';
import type { FrameClock, FrameTicks } from './frame-clock.ts';

export interface ShownFrame {
  /** Its image; nothing where it looks as the one before. */
  image: Promise<Uint8Array | undefined>;
}

/** Shows frames and takes their screenshots. */
export interface FrameGrabber {
  /** Shows a frame. Resolves when time may advance, which can be before its image has arrived. */
  show(frame: number): Promise<ShownFrame>;
  /** Waits for the images that are on their way. */
  stop(): Promise<void>;
}

export interface GrabberOptions {
  page: PageHandle;
  clock: FrameClock;
  image: FrameImage;
}

/** Format of the images of frames. */
export type FrameImage = { format: 'png' } | { format: 'jpeg'; quality: number };

/** Returns a format whose loss is small beside that of the video's encoder. */
export function frameImage(format: FrameImage['format'], videoQuality?: number): FrameImage {
  return format === 'png'
    ? { format }
    : { format, quality: Math.round(atQuality([92, 92, 100], videoQuality)) };
}

/** See {@link grabByScreenshot}. */
export interface ScreenshotGrabber extends FrameGrabber {
  show(frame: number, options?: ShowOptions): Promise<ShownFrame>;
  /** Others have shown frames: the next image is wanted whatever the last one was. */
  forget(): void;
}

interface ShowOptions {
  /** The frame has been shown, and its image is wanted whatever changed since. */
  again?: boolean;
  /** Another one for this frame. */
  clock?: FrameClock;
}

/** Two frames of one moment must not have the same tick. */
const momentLaterMs = 0.01;
/** Maximum number of requests for the first image. */
const firstAttempts = 50;

/** Grabs each image together with its frame, which waits for it: works in every shell. */
export function grabByScreenshot(options: GrabberOptions): ScreenshotGrabber {
  const { page, image: format } = options;
  const screenshot = { ...format, optimizeForSpeed: true };
  let before: Uint8Array | undefined;
  let isForgotten = false;
  const shoot = async ({ frameTimeTicks, interval }: FrameTicks, laterMs: number) => {
    const ticks = { frameTimeTicks: frameTimeTicks + laterMs, interval };
    const { screenshotData } = await page.session.sendForBytes('HeadlessExperimental.beginFrame', {
      ...ticks,
      screenshot,
    });
    return screenshotData;
  };
  return {
    async show(frame, { again = false, clock = options.clock } = {}) {
      const ticks = clock.ticks(frame);
      let image = await shoot(ticks, again ? momentLaterMs : 0);
      // A busy machine may have nothing on the screen yet, not even a frame before.
      for (let attempt = 1; !image && !before && attempt < firstAttempts; attempt += 1) {
        await page.deadline.sleep(20);
        image = await shoot(ticks, attempt * momentLaterMs);
      }
      // `hasDamage` is true for many frames that equal the one before.
      const isNew =
        again || isForgotten || !before || (image && Buffer.compare(before, image) !== 0);
      if (image) isForgotten = false;
      before = image ?? before;
      // A frame that equals the lead-in is still the first of the video.
      const isWanted = frame === 0 || (image && isNew);
      return { image: Promise.resolve(isWanted ? before : undefined) };
    },
    forget() {
      isForgotten = true;
    },
    stop: async () => {},
  };
}
