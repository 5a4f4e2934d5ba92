import { resolveViewport, type ScreenshotRequest } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import type { Area, Geometry } from '../area.ts';
import { keepHeights } from '../pdf/keep-heights.ts';

/**
 * The largest window that a page is given, in device pixels: all of it is painted at once, at four bytes each. Above some 200 million
 * Chromium began to leave bands blank (see {@link stripLimits}).
 */
const windowPixels = 160_000_000;

/**
 * Chromium paints no frame of another origin that lies outside the window, whatever image is asked for. Where the area holds such
 * frames, the window is made as tall as the area reaches, with everything on the page kept at its height.
 *
 * @returns what gives the page its scripts back, which stand still meanwhile
 */
export async function revealFrames(
  page: PageHandle,
  request: ScreenshotRequest,
  { area, beyondViewport, deviceScaleFactor }: Geometry,
  context: RenderContext,
): Promise<() => Promise<unknown>> {
  const nothing = async () => {};
  if (!area || !beyondViewport) return nothing;
  const viewport = resolveViewport(request);
  if (!(await hasHiddenFrames(page, area))) return nothing;
  const width = Math.max(viewport.width, Math.ceil(area.x + area.width));
  const height = Math.max(viewport.height, Math.ceil(area.y + area.height));
  if (width * height * deviceScaleFactor ** 2 > windowPixels) {
    context.warn(
      `Embedded pages outside the viewport may be blank: the image is larger than ${windowPixels / 1e6} million pixels. Use a clip, or a lower device_scale_factor.`,
    );
    return nothing;
  }
  await keepHeights(page, viewport, { ...viewport, height });
  // The frames are told that they are seen with one image, and are there in the next.
  await page.session.sendForBytes('Page.captureScreenshot', {
    format: 'jpeg',
    clip: { x: 0, y: 0, width: 1, height: 1, scale: 1 },
  });
  return () => page.session.send('Emulation.setScriptExecutionDisabled', { value: false });
}

/** Whether a frame of another origin shows in the area and not in the window. Frames lie in shadow trees and in frames of the same origin too. */
function hasHiddenFrames(page: PageHandle, area: Area): Promise<boolean> {
  return page.evaluate<boolean>(`((area) => {
    const isRemote = (frame) => {
      try { return frame.contentDocument === null; } catch { return true; }
    };
    const framesIn = (root) => [...root.querySelectorAll('*')].flatMap((element) => [
      ...(/^(iframe|frame|object|embed|fencedframe)$/i.test(element.localName) ? [element] : []),
      ...(element.shadowRoot ? framesIn(element.shadowRoot) : []),
    ]);
    const holdsRemote = (frame) => isRemote(frame) ||
      framesIn(frame.contentDocument).some((inner) => holdsRemote(inner));
    return framesIn(document).some((frame) => {
      const { left, top, right, bottom, width, height } = frame.getBoundingClientRect();
      if (width === 0 || height === 0) return false;
      const shows = left + scrollX < area.x + area.width && right + scrollX > area.x &&
        top + scrollY < area.y + area.height && bottom + scrollY > area.y;
      const isSeen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return shows && !isSeen && holdsRemote(frame);
    });
  })(${JSON.stringify(area)})`);
}
