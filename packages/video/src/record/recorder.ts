import { frameCount, recordingBoundMs, type ScreencastRequest } from '@tintype/contract';
import type { Captured, PageHandle, RenderContext } from '@tintype/core';
import type { Encoders, VideoEncoder } from '../encode/encoder.ts';
import { cropImage, resizeImage, imageSize, type ImageSize } from './frames/image-size.ts';
import { frameArea, type FrameArea } from './frames/frame-area.ts';
import { createFrameWriter } from './frames/frame-writer.ts';
import { recordFrames, type Recording } from './frames/record-frames.ts';
import { recordLive } from './record-live.ts';

export interface RecorderParts {
  encoders: Encoders;
  /** Time beyond four times the length of a recording, longer with more frames a second. */
  extraMs: number;
}

/** Records a page and returns a function that finishes its file. */
export async function recordScreencast(
  { encoders, extraMs }: RecorderParts,
  page: PageHandle,
  request: ScreencastRequest,
  context: RenderContext,
): Promise<() => Promise<Captured>> {
  const total = frameCount(request);
  const area = frameArea(request);
  const opening = openEncoder(encoders, page, request, area.frame);
  try {
    const writer = createFrameWriter(opening);
    const boundMs = recordingBoundMs(request, extraMs);
    const follow = followProgress(page, context, total);
    const recording: Recording = {
      page,
      request,
      total,
      async ready() {
        page.deadline.activity = 'starting the encoder';
        const { pixels } = await page.deadline.race(opening);
        follow.advance();
        return pixels;
      },
      start: () => page.deadline.restart(boundMs),
      add: async (image) => {
        await page.deadline.race(writer.add(fitted(image, area)));
        follow.advance();
      },
      warn: (message) => context.warn(message),
    };
    await (page.lease.frameControl ? recordFrames : recordLive)(recording);
    return async () => {
      follow.end();
      const body = await page.deadline.race(writer.finish());
      const { width, height } = await opening;
      return { body, imageSize: { width, height } };
    };
  } catch (error) {
    opening.then((encoder) => encoder.abort()).catch(() => {});
    throw error;
  }
}

/** It ends with the render at the latest, whatever it does then. */
function openEncoder(
  encoders: Encoders,
  page: PageHandle,
  request: ScreencastRequest,
  size: ImageSize,
): Promise<VideoEncoder> {
  const { fps, format, omit_background: alpha } = request;
  const { video_quality: quality, video_bitrate: bitrate } = request;
  const { signal } = page.deadline;
  const browser = () => page.lease.openSibling();
  const opening = encoders.open(
    { ...size, fps, format, quality, bitrate, alpha },
    { signal, browser },
  );
  opening.catch(() => {});
  return opening;
}

/** Counts frames for the caller and the timeout message. */
function followProgress(
  { deadline }: PageHandle,
  { onProgress }: RenderContext,
  total: number,
): { advance(): void; end(): void } {
  let frames = -1;
  return {
    advance() {
      frames += 1;
      deadline.activity = `recording (${frames} of ${total} frames made)`;
      onProgress?.({ frames, total });
    },
    end() {
      deadline.activity = `ending the video after ${frames} frames`;
      // `until` ended it.
      if (frames < total) onProgress?.({ frames, total: frames });
    },
  };
}

/** Images as the encoder expects them: a browser may send another size. */
async function fitted(
  coming: Promise<Uint8Array | undefined>,
  { window, crop }: FrameArea,
): Promise<Uint8Array | undefined> {
  const image = await coming;
  if (!image) return undefined;
  const size = imageSize(image);
  const isWhole = size?.width === window.width && size.height === window.height;
  const whole = isWhole ? image : await resizeImage(image, window);
  return crop ? cropImage(whole, crop) : whole;
}
