import { callInPage } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import {
  capturesWholePage,
  boxThatFits,
  fittedSize,
  formatLimits,
  pixelLimit,
  RenderError,
  resolveViewport,
  type PdfRequest,
  type ScreenshotRequest,
} from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';
import { needsStrips, type StripLimits } from './strips.ts';
import type { Area, Geometry } from './area.ts';

/** Measures the area of an image, and rejects a request whose image cannot be made. */
export async function measure(
  page: PageHandle,
  request: ScreenshotRequest,
  limits?: StripLimits,
): Promise<Geometry> {
  const viewport = resolveViewport(request);
  const { deviceScaleFactor } = viewport;
  const wanted = await wantedArea(page, request, viewport);
  const { width, height } = wanted ?? viewport;
  const pixels = {
    width: Math.round(width * deviceScaleFactor),
    height: Math.round(height * deviceScaleFactor),
  };
  refuseOversize(request, pixels);
  const area = wanted ?? (needsStrips(pixels, limits) ? await seenArea(page, viewport) : undefined);
  return { area, pixels, deviceScaleFactor, beyondViewport: wanted !== undefined };
}

async function seenArea(
  page: PageHandle,
  { width, height }: { width: number; height: number },
): Promise<Area> {
  const { cssContentSize, cssVisualViewport } = await page.session.send('Page.getLayoutMetrics');
  const { pageX, pageY } = cssVisualViewport;
  const contentWidth = Math.max(atLeast(cssContentSize.width), width);
  return {
    x: pageX + (await callInPage(page, pageCode.scrolledFromRight, contentWidth)),
    y: pageY,
    width,
    height,
  };
}

/** Returns the area that a request names; undefined for the viewport in its current state. */
export async function wantedArea(
  page: PageHandle,
  request: ScreenshotRequest | PdfRequest,
  viewport: { width: number; height: number; deviceScaleFactor: number },
): Promise<Area | undefined> {
  if ('selector' in request && request.selector !== undefined) {
    return elementArea(page, request.selector, viewport.deviceScaleFactor);
  }
  const whole = 'full_page' in request && capturesWholePage(request);
  const clip = clipOf(request);
  if (!whole && !clip) return undefined;
  const { cssContentSize, cssVisualViewport } = await page.session.send('Page.getLayoutMetrics');
  const content = {
    width: Math.max(atLeast(cssContentSize.width), atLeast(cssVisualViewport.clientWidth)),
    height: Math.max(atLeast(cssContentSize.height), atLeast(cssVisualViewport.clientHeight)),
  };
  const seen: Area =
    whole || request.capture_beyond_viewport
      ? { x: 0, y: 0, ...content }
      : {
          x:
            cssVisualViewport.pageX +
            (await callInPage(page, pageCode.scrolledFromRight, content.width)),
          y: cssVisualViewport.pageY,
          width: Math.max(viewport.width, atLeast(cssVisualViewport.clientWidth)),
          height: Math.max(viewport.height, atLeast(cssVisualViewport.clientHeight)),
        };
  if (!clip) return seen;
  const cut = intersect(clip, seen);
  if (cut) return cut;
  const where = whole || request.capture_beyond_viewport ? 'page' : 'viewport';
  throw new RenderError(
    'invalid_parameter',
    `clip_x, clip_y: the clip ${describe(clip)} lies outside the ${where} (${describe(seen)}).` +
      (where === 'viewport' ? ' Set capture_beyond_viewport to reach the rest of the page.' : ''),
    { details: [{ parameter: 'clip_y', message: `lies outside the ${where}` }] },
  );
}

/** Rounds a length up, except for rounding errors: a zoomed viewport of 980.3 px shows 980. */
function atLeast(length: number): number {
  return Math.ceil(length - 0.5);
}

/** Returns the border box of the first match, snapped to device pixels as Chromium paints it. */
async function elementArea(page: PageHandle, selector: string, scale: number): Promise<Area> {
  const box = await callInPage(page, pageCode.elementBox, selector);
  const snap = (length: number) => Math.round(length * scale) / scale;
  if (box) {
    const { cssContentSize } = await page.session.send('Page.getLayoutMetrics');
    const shift = await callInPage(page, pageCode.scrolledFromRight, atLeast(cssContentSize.width));
    const x = Math.max(0, snap(box.left + shift));
    const y = Math.max(0, snap(box.top));
    const area = { x, y, width: snap(box.right + shift) - x, height: snap(box.bottom) - y };
    if (area.width > 0 && area.height > 0) return area;
  }
  const message = `the element that ${JSON.stringify(selector)} matches has no size, or lies outside the page`;
  throw new RenderError('selector_not_found', `selector: ${message}.`, {
    details: [{ parameter: 'selector', message }],
  });
}

function clipOf(request: ScreenshotRequest | PdfRequest): Area | undefined {
  const { clip_width: width, clip_height: height } = request;
  if (width === undefined || height === undefined) return undefined;
  return { x: request.clip_x ?? 0, y: request.clip_y ?? 0, width, height };
}

export function intersect(a: Area, b: Area): Area | undefined {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

function describe({ x, y, width, height }: Area): string {
  return `${width}x${height} at ${x},${y}`;
}

function refuseOversize(
  request: ScreenshotRequest,
  pixels: { width: number; height: number },
): void {
  const fitted = fittedSize(request, pixels);
  const longest = Math.max(fitted.width, fitted.height);
  const limit = formatLimits[request.format];
  if (longest > limit) {
    throw new RenderError(
      'image_too_large',
      `The image is ${fitted.width}x${fitted.height} px, and ${request.format} ends at ${limit} px a side. Use format png, a clip, or ${boxThatFits(fitted, limit)}.`,
    );
  }
  const larger = [pixels, fitted].find(({ width, height }) => width * height > pixelLimit);
  if (larger) {
    throw new RenderError(
      'image_too_large',
      `The image is ${larger.width}x${larger.height} px, more than the ${pixelLimit / 1e6} million pixels that are allowed. Use a clip, or a lower device_scale_factor, image_width or image_height.`,
    );
  }
}
