import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import { resolveViewport, type ScreenshotRequest } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';
import type { RenderContext } from '../../types.ts';
import type { Geometry } from '../geometry/area.ts';
import { keepHeights } from '../geometry/keep-heights.ts';

/** All of the window is painted in one step, at four bytes per device pixel. */
const windowPixels = 160_000_000;

/**
 * Chromium paints no frame of another origin that is outside the window, whatever area is captured.
 * If the area contains such frames, the window is made as tall as the area, with everything on the
 * page kept at its height.
 * @returns a function that resumes the page's scripts, which are paused meanwhile
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
  if (!(await callInPage(page, pageCode.hasHiddenFrames, area))) return nothing;
  const width = Math.max(viewport.width, Math.ceil(area.x + area.width));
  const height = Math.max(viewport.height, Math.ceil(area.y + area.height));
  if (width * height * deviceScaleFactor ** 2 > windowPixels) {
    context.warn(
      `Embedded pages outside the viewport may be blank: the image is larger than ${windowPixels / 1e6} million pixels. Use a clip, or a lower device_scale_factor.`,
    );
    return nothing;
  }
  await keepHeights(page, viewport, { ...viewport, height });
  // The first image makes the frames visible; the next one contains them.
  await page.session.sendForBytes('Page.captureScreenshot', {
    format: 'jpeg',
    clip: { x: 0, y: 0, width: 1, height: 1, scale: 1 },
  });
  return () =>
    page.session.send('Emulation.setScriptExecutionDisabled', { value: !page.needs.scripts });
}
