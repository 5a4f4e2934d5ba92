import type { PageHandle } from '@tintype/core';
import type { FrameClock } from './frame-clock.ts';

/** A frame that was shown. */
export interface ShownFrame {
  /** Its picture; nothing where it looks as the one before. */
  picture: Promise<Uint8Array | undefined>;
}

/** Shows frames and takes their pictures. */
export interface FrameGrabber {
  /** Shows a frame. Resolves when time may go on, which can be before its picture has come. */
  show(frame: number): Promise<ShownFrame>;
  /** Waits for the pictures that are on their way. */
  stop(): Promise<void>;
}

/** What a grabber works on. */
export interface GrabberOptions {
  page: PageHandle;
  clock: FrameClock;
  pixels: 'jpeg' | 'png';
}

/** High enough that what the video's own encoder loses decides. */
export const jpegQuality = 92;

/** See {@link grabByScreenshot}. */
export interface ScreenshotGrabber extends FrameGrabber {
  /** @param again - the frame has been shown, and its picture is wanted whatever changed since */
  show(frame: number, again?: boolean): Promise<ShownFrame>;
}

/** Two frames of one moment must not have the same tick. */
const momentLaterMs = 0.01;
/** How often the first picture is asked for. */
const firstTries = 50;

/** Takes each picture together with its frame: every headless shell can, and a frame waits for its picture. */
export function grabByScreenshot({ page, clock, pixels }: GrabberOptions): ScreenshotGrabber {
  const screenshot =
    pixels === 'png'
      ? ({ format: 'png', optimizeForSpeed: true } as const)
      : ({ format: 'jpeg', quality: jpegQuality, optimizeForSpeed: true } as const);
  let before: Uint8Array | undefined;
  const shoot = async (frame: number, laterMs: number) => {
    const { frameTimeTicks, interval } = clock.ticks(frame);
    const ticks = { frameTimeTicks: frameTimeTicks + laterMs, interval };
    const { screenshotData } = await page.session.picture('HeadlessExperimental.beginFrame', {
      ...ticks,
      screenshot,
    });
    return screenshotData;
  };
  return {
    async show(frame, again = false) {
      let picture = await shoot(frame, again ? momentLaterMs : 0);
      // A busy machine may have nothing on the screen yet, and the first frame has none before it to look like.
      for (let tries = 1; !picture && frame === 0 && tries < firstTries; tries += 1) {
        await page.deadline.sleep(20);
        picture = await shoot(frame, tries * momentLaterMs);
      }
      // `hasDamage` is true for many a frame that looks as the one before.
      const isNew =
        picture !== undefined && (again || !before || Buffer.compare(before, picture) !== 0);
      before = picture ?? before;
      return { picture: Promise.resolve(isNew ? picture : undefined) };
    },
    stop: async () => {},
  };
}
