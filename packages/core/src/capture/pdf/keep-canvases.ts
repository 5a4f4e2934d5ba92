import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import { EvaluationError, type PageHandle } from '../../page/page-handle.ts';
import type { Area } from '../geometry/area.ts';
import type { RenderContext } from '../../types.ts';

/** Maximum size of a canvas, in CSS pixels; larger ones are not changed. */
const pixelLimit = 16_000_000;

/** Replaces WebGL canvases by an image: a print has no pixels of a presented frame. */
export async function keepCanvases(page: PageHandle, context: RenderContext): Promise<void> {
  if (!page.needs.scripts) return;
  const isComplete = await copyCanvases(page).catch((error: unknown) => {
    // A page that broke its own methods still gets a result.
    if (!(error instanceof EvaluationError)) throw error;
    return false;
  });
  if (!isComplete) {
    context.warn('What WebGL draws may be missing: a canvas of the page could not be copied.');
  }
}

async function copyCanvases(page: PageHandle): Promise<boolean> {
  const { areas, ...held } = await callInPage(page, pageCode.holdCanvases);
  let { isComplete } = held;
  if (areas.length === 0) return isComplete;
  const { session } = page;
  await session.send('Emulation.setDefaultBackgroundColorOverride', {
    color: { r: 0, g: 0, b: 0, a: 0 },
  });
  for (const [at, area] of areas.entries()) {
    const isFit = area.width * area.height <= pixelLimit;
    if (isFit) await callInPage(page, pageCode.showOnlyCanvas, at);
    const image = isFit ? await imageOf(page, area) : '';
    isComplete = (await callInPage(page, pageCode.showCanvasImage, at, image)) && isComplete;
  }
  await session.send('Emulation.setDefaultBackgroundColorOverride', {});
  return isComplete;
}

async function imageOf({ session }: PageHandle, area: Area): Promise<string> {
  const { data } = await session.sendForBytes('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip: { ...area, scale: 1 },
    captureBeyondViewport: true,
  });
  return `data:image/png;base64,${Buffer.from(data).toString('base64')}`;
}
