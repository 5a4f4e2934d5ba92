import type { RenderRequest, ScreenshotRequest } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { PageHandle } from '../page-handle.ts';
import { wantsTransparency } from '../stages/emulate.ts';
import type { Capture, Captured } from '../types.ts';
import { measure, type Area, type Geometry } from './geometry.ts';

/**
 * Device pixels that Chromium paints in one go. Above some 200 million it began to leave bands blank
 * (headless shell 156: 2560 x 120,000), at 112 million it did not; strips of this size cost no more time.
 */
const stripPixels = 40_000_000;
const singleShotPixels = 80_000_000;

const mediaTypes = {
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
} as const;

/** Takes still pictures. What the browser can encode by itself, it does; the rest is sharp's. */
export const screenshotCapture: Capture = {
  async capture(page, request, context) {
    assertScreenshot(request);
    if (request.omit_background && !wantsTransparency(request)) {
      context.warn(`omit_background: ${request.format} cannot be transparent. Use png or webp.`);
    }
    const geometry = await measure(page, request);
    const encoder = encoderFor(request, geometry);
    page.deadline.activity = 'taking the picture';
    const shots = await takeShots(page, encoder.capture, strips(geometry));
    return async () => ({
      mediaType: mediaTypes[request.format],
      extension: request.format,
      ...(await encoder.encode(shots)),
    });
  },
};

function assertScreenshot(request: RenderRequest): asserts request is ScreenshotRequest {
  if (request.kind !== 'screenshot') throw new TypeError(`not a screenshot: ${request.kind}`);
}

type Shot = Pick<Protocol.Page.CaptureScreenshotRequest, 'format' | 'quality' | 'optimizeForSpeed'>;

interface Encoder {
  /** What the browser is asked for. */
  capture: Shot;
  encode(shots: readonly Uint8Array[]): Promise<Pick<Captured, 'body' | 'imageSize'>>;
}

function encoderFor(request: ScreenshotRequest, geometry: Geometry): Encoder {
  const resized = request.image_width !== undefined || request.image_height !== undefined;
  const inBrowser = !resized && request.format !== 'gif' && strips(geometry).length === 1;
  if (inBrowser) {
    return {
      capture: browserFormat(request),
      encode: async ([body = new Uint8Array()]) => ({ body, imageSize: geometry.pixels }),
    };
  }
  return {
    capture: { format: 'png', optimizeForSpeed: true },
    async encode(shots) {
      const { encodeImage } = await import('./encode-image.ts');
      return encodeImage(shots, request);
    },
  };
}

function browserFormat(request: ScreenshotRequest): Shot {
  if (request.format === 'png') return { format: 'png' };
  const format = request.format === 'webp' ? 'webp' : 'jpeg';
  return { format, quality: request.image_quality };
}

/** The areas to photograph, from the top; `undefined` is the viewport as it stands. */
export function strips({ area, pixels, deviceScaleFactor }: Geometry): (Area | undefined)[] {
  if (!area) return [undefined];
  if (pixels.width * pixels.height <= singleShotPixels) return [area];
  const stripHeight = wholeStep(Math.floor(stripPixels / pixels.width / deviceScaleFactor));
  const count = Math.ceil(area.height / stripHeight);
  return Array.from({ length: count }, (_, index) => {
    const y = index * stripHeight;
    return { ...area, y: area.y + y, height: Math.min(stripHeight, area.height - y) };
  });
}

/** A height that is whole in device pixels too, for scale factors of up to three decimals; two for low strips. */
function wholeStep(height: number): number {
  const unit = [1000, 100, 8].find((step) => height >= step) ?? 1;
  return Math.max(1, height - (height % unit));
}

async function takeShots(
  page: PageHandle,
  shot: Shot,
  areas: readonly (Area | undefined)[],
): Promise<Uint8Array[]> {
  const shots: Uint8Array[] = [];
  for (const area of areas) {
    const { data } = await page.session.picture('Page.captureScreenshot', {
      ...shot,
      ...(area ? { clip: { ...area, scale: 1 }, captureBeyondViewport: true } : {}),
    });
    shots.push(data);
  }
  return shots;
}
