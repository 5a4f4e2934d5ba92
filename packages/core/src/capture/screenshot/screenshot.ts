import {
  capturesWholePage,
  RenderError,
  wantsTransparency,
  type ScreenshotRequest,
} from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { PageHandle } from '../../page/page-handle.ts';
import type { Capture, Captured, RenderContext } from '../../types.ts';
import { expandScroller } from '../geometry/expand-frame.ts';
import { measure } from '../geometry/geometry.ts';
import type { Area, Geometry } from '../geometry/area.ts';
import { revealFrames } from './reveal-frames.ts';
import { createLazy } from '../../lazy.ts';
import { refuseUnlessPdf } from '../pdf/pdf-file.ts';
import { loadViewer, pdfDocument, pdfDrawing } from './pdf-page.ts';
import { limitsFor, stripLimits, strips, type StripLimits } from '../geometry/strips.ts';

/** Maximum time of one screenshot, in ms: ten seconds, plus one for each two million pixels. */
const shotBoundMs = 10_000;
const pixelsPerMs = 2000;

/** Captures still images. The browser encodes the formats it supports; sharp encodes the rest. */
export function createScreenshotCapture(
  wanted: StripLimits = stripLimits,
): Capture<ScreenshotRequest> {
  const viewer = createLazy(loadViewer);
  const pdfs = new WeakSet<PageHandle['lease']>();
  return {
    async pageOfPdf({ bytes }, { lease, needs }) {
      refuseUnlessPdf(bytes);
      if (!needs.scripts) {
        throw new RenderError('download', 'A PDF is drawn by a script, and scripts are off.');
      }
      pdfs.add(lease);
      return pdfDocument(bytes, await viewer.get());
    },
    async capture(page, whole, context) {
      const request = pdfs.has(page.lease) ? await requestOfPdf(page, whole, context) : whole;
      if (request.omit_background && !wantsTransparency(request)) {
        context.warn(`omit_background: ${request.format} cannot be transparent. Use png or webp.`);
      }
      if (request.clip_width === undefined && capturesWholePage(request)) {
        page.deadline.activity = 'finding out how tall the page is';
        await expandScroller(page);
      }
      const limits = limitsFor(page.lease.browser, wanted);
      const geometry = await measure(page, request, limits);
      const areas = strips(geometry, limits);
      const encoder = encoderFor(request, geometry, areas.length);
      page.deadline.activity = 'taking the image';
      const restore = await revealFrames(page, request, geometry, context);
      const ignored = await ignoredAreas(page, request, geometry, context);
      const shots = await takeShots(page, encoder.capture, areas, geometry);
      await restore();
      return async () => {
        const captured = await encoder.encode(shots);
        return ignored ? { ...captured, ignored: resized(ignored, geometry, captured) } : captured;
      };
    },
  };
}

/** Returns the request for an image of the page of a PDF only, unless it requests its own area. */
async function requestOfPdf(
  page: PageHandle,
  request: ScreenshotRequest,
  context: RenderContext,
): Promise<ScreenshotRequest> {
  page.deadline.activity = 'drawing the PDF';
  const { number, pages } = await pdfDrawing(page);
  if (pages > 1) {
    context.warn(
      `The PDF has ${pages} pages, and the image shows page ${number}. Add #page=2 to the URL for another page.`,
    );
  }
  const hasArea = request.selector !== undefined || request.clip_width !== undefined;
  return hasArea ? request : { ...request, selector: 'canvas' };
}

/** Returns the areas of `ignore_selectors` in device pixels; undefined without the parameter. */
async function ignoredAreas(
  page: PageHandle,
  request: ScreenshotRequest,
  geometry: Geometry,
  context: RenderContext,
): Promise<Area[] | undefined> {
  if (!request.ignore_selectors?.length) return undefined;
  const { findIgnoredAreas } = await import('../marks/ignored-areas.ts');
  return findIgnoredAreas(page, request, geometry, context);
}

/** Converts areas to pixels of an image that was resized. */
function resized(areas: readonly Area[], { pixels }: Geometry, { imageSize }: Captured): Area[] {
  const scale = (imageSize?.width ?? pixels.width) / pixels.width;
  return areas.map(({ x: left, y: top, width, height }) => {
    const [x, y] = [Math.floor(left * scale), Math.floor(top * scale)];
    const [right, bottom] = [(left + width) * scale, (top + height) * scale];
    return { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y };
  });
}

type Shot = Pick<Protocol.Page.CaptureScreenshotRequest, 'format' | 'quality' | 'optimizeForSpeed'>;

interface Encoder {
  capture: Shot;
  encode(shots: readonly Uint8Array[]): Promise<Captured>;
}

function encoderFor(request: ScreenshotRequest, geometry: Geometry, shotCount: number): Encoder {
  const resized = request.image_width !== undefined || request.image_height !== undefined;
  const inBrowser = !resized && request.format !== 'gif' && shotCount === 1;
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

async function takeShots(
  page: PageHandle,
  shot: Shot,
  areas: readonly (Area | undefined)[],
  { pixels, beyondViewport: captureBeyondViewport }: Geometry,
): Promise<Uint8Array[]> {
  const shots: Uint8Array[] = [];
  const boundMs = shotBoundMs + (pixels.width * pixels.height) / areas.length / pixelsPerMs;
  for (const area of areas) {
    const { data } = await within(page, boundMs, () =>
      page.session.sendForBytes('Page.captureScreenshot', {
        ...shot,
        ...(area ? { clip: { ...area, scale: 1 }, captureBeyondViewport } : {}),
      }),
    );
    shots.push(data);
  }
  return shots;
}

/** Rejects if an image does not arrive in time: Chromium reports no error. */
async function within<T>(page: PageHandle, boundMs: number, work: () => Promise<T>): Promise<T> {
  const clock = page.deadline.child();
  const timer = setTimeout(() => {
    const message = `The browser gave no image of the page within ${Math.round(boundMs / 1000)} s.`;
    clock.fail(new RenderError('page_unresponsive', message));
  }, boundMs);
  try {
    return await clock.race(work());
  } finally {
    clearTimeout(timer);
    clock.dispose();
  }
}
