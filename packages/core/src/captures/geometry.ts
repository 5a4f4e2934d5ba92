import {
  RenderError,
  resolveViewport,
  type PdfRequest,
  type ScreenshotRequest,
} from '@tintype/contract';
import type { PageHandle } from '../page-handle.ts';
import { capturesWholePage } from '../stages/settle.ts';

/** A rectangle of the page, in CSS pixels from its top left corner. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What to take a picture of. */
export interface Geometry {
  /** Absent: the viewport, as it stands. */
  area: Area | undefined;
  /** Size of the picture in device pixels. */
  pixels: { width: number; height: number };
  deviceScaleFactor: number;
}

/** The longest side that each format can hold, in pixels, and where that is written. */
export const formatLimits: Record<ScreenshotRequest['format'], number> = {
  // libwebp, WEBP_MAX_DIMENSION
  webp: 16_383,
  // ITU-T T.81, 16-bit frame sizes; libjpeg's JPEG_MAX_DIMENSION is 65,500
  jpeg: 65_500,
  jpg: 65_500,
  // GIF89a, 16-bit logical screen
  gif: 65_535,
  // PNG: 31 bits; what a browser lays out ends far below
  png: 2 ** 31 - 1,
};

/** The most pixels of one picture: it is held in memory at four bytes each while it is encoded. */
export const pixelLimit = 400_000_000;

/** Finds out what the request wants a picture of, and refuses what cannot be made before it is made. */
export async function measure(page: PageHandle, request: ScreenshotRequest): Promise<Geometry> {
  const viewport = resolveViewport(request);
  const { deviceScaleFactor } = viewport;
  const area = await wantedArea(page, request, viewport);
  const { width, height } = area ?? viewport;
  const pixels = {
    width: Math.round(width * deviceScaleFactor),
    height: Math.round(height * deviceScaleFactor),
  };
  refuseOversize(request, pixels);
  return { area, pixels, deviceScaleFactor };
}

/** The area that a request names; nothing when it is the viewport, as it stands. */
export async function wantedArea(
  page: PageHandle,
  request: ScreenshotRequest | PdfRequest,
  viewport: { width: number; height: number; deviceScaleFactor: number },
): Promise<Area | undefined> {
  if (request.kind === 'screenshot' && request.selector !== undefined) {
    return elementArea(page, request.selector, viewport.deviceScaleFactor);
  }
  const whole = capturesWholePage(request);
  const clip = clipOf(request);
  if (!whole && !clip) return undefined;
  const { cssContentSize, cssVisualViewport } = await page.session.send('Page.getLayoutMetrics');
  const seen: Area =
    whole || request.capture_beyond_viewport
      ? {
          x: 0,
          y: 0,
          width: Math.max(
            Math.ceil(cssContentSize.width),
            Math.ceil(cssVisualViewport.clientWidth),
          ),
          height: Math.max(
            Math.ceil(cssContentSize.height),
            Math.ceil(cssVisualViewport.clientHeight),
          ),
        }
      : { x: cssVisualViewport.pageX, y: cssVisualViewport.pageY, ...viewport };
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

/** The border box of the first element that fits, on the device pixels that Chromium snaps it to when it paints. */
async function elementArea(page: PageHandle, selector: string, scale: number): Promise<Area> {
  type Box = { left: number; top: number; right: number; bottom: number };
  const box = await page.evaluate<Box | null>(
    `((selector) => {
      const element = document.querySelector(selector);
      if (!element) return null;
      // What scrolls by itself shows the element; the page as a whole stays where it is.
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      scrollTo({ top: 0, left: 0, behavior: 'instant' });
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY };
    })(${JSON.stringify(selector)})`,
  );
  const snap = (length: number) => Math.round(length * scale) / scale;
  if (box) {
    const x = Math.max(0, snap(box.left));
    const y = Math.max(0, snap(box.top));
    const area = { x, y, width: snap(box.right) - x, height: snap(box.bottom) - y };
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

/** The part that two areas share, or nothing. */
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

/** The picture that is encoded is the thumbnail, when one is asked for: only the pixel count binds then. */
function refuseOversize(
  request: ScreenshotRequest,
  pixels: { width: number; height: number },
): void {
  const size = `${pixels.width}x${pixels.height} px`;
  const longest = Math.max(pixels.width, pixels.height);
  const limit = formatLimits[request.format];
  const resized = request.image_width !== undefined || request.image_height !== undefined;
  if (longest > limit && !resized) {
    throw new RenderError(
      'image_too_large',
      `The picture is ${size}, and ${request.format} ends at ${limit} px a side. Use format png, or a clip.`,
    );
  }
  if (pixels.width * pixels.height > pixelLimit) {
    throw new RenderError(
      'image_too_large',
      `The picture is ${size}, more than the ${pixelLimit / 1e6} million pixels that are allowed. Use a clip or a lower device_scale_factor.`,
    );
  }
}
