import { RenderError, resolveViewport, type ScreencastRequest } from '@tintype/contract';
import type { Area } from '../../encode/animation/changed-area.ts';
import type { ImageSize } from './image-size.ts';

export interface FrameArea {
  /** Size of the window in pixels. */
  window: ImageSize;
  /** The part of the window in each frame; absent: all of it. */
  crop: Area | undefined;
  frame: ImageSize;
}

/**
 * The area that a request names. A clip is a part of the window and stays where it is when the page
 * scrolls.
 * @throws RenderError `invalid_parameter` if it is outside the window
 */
export function frameArea(request: ScreencastRequest): FrameArea {
  const viewport = resolveViewport(request);
  const { deviceScaleFactor: scale } = viewport;
  const scaled = (length: number) => Math.round(length * scale);
  const window = { width: scaled(viewport.width), height: scaled(viewport.height) };
  const { clip_x: x = 0, clip_y: y = 0, clip_width, clip_height } = request;
  if (clip_width === undefined || clip_height === undefined) {
    return { window, crop: undefined, frame: window };
  }
  const width = Math.min(window.width, scaled(x + clip_width)) - scaled(x);
  const height = Math.min(window.height, scaled(y + clip_height)) - scaled(y);
  if (width <= 0 || height <= 0) {
    const message = `the clip ${clip_width}x${clip_height} at ${x},${y} lies outside the viewport (${viewport.width}x${viewport.height})`;
    throw new RenderError('invalid_parameter', `clip_x, clip_y: ${message}.`, {
      details: [{ parameter: 'clip_y', message }],
    });
  }
  const frame = { width, height };
  return { window, crop: { left: scaled(x), top: scaled(y), ...frame }, frame };
}
