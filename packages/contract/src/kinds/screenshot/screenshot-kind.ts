import { resolveViewport } from '../../devices/resolve-viewport.ts';
import { comparedParameters, stillParameters } from '../../parameters/appearance.ts';
import { fillClip } from '../../parameters/clip.ts';
import { imageMetadataParameters } from '../../parameters/metadata.ts';
import {
  clipHasSize,
  ignoredAreWritten,
  marksAreWritten,
  selectorIsWritten,
} from '../../rules/page-rules.ts';
import { rule, type Rule } from '../../rules/rule.ts';
import { defineKind } from '../define-kind.ts';
import { screenshotInfo } from '../kind-info.ts';
import { boxThatFits, fittedSize, formatLimits, pixelLimit } from './image-limits.ts';
import { type ScreenshotValues, screenshotParameters } from './screenshot-parameters.ts';

/** Rejects sizes that are too large for every page; others are checked after the load. */
const imageFits: Rule<ScreenshotValues> = rule(
  'image_fits',
  ['device_scale_factor', 'viewport_width', 'viewport_height', 'viewport_device'],
  (values) => {
    const { selector, clip_width: clipWidth, full_page: full, format } = values;
    if (selector !== undefined || clipWidth !== undefined) return undefined;
    const { width, height, deviceScaleFactor: scale } = resolveViewport(values);
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const about = `${values.full_page ? 'at least ' : ''}${width}x${height} px at device_scale_factor ${scale}`;
    if (size.width * size.height > pixelLimit) {
      const fits = hintOf(Math.sqrt(pixelLimit / (width * height)));
      return `The image is larger than the ${pixelLimit / 1e6} million pixels that are allowed: ${about}. ${fits}.`;
    }
    // The box of an image is measured against its page, and a page may be narrower for its height.
    if (full && hasBox(values)) return undefined;
    const fitted = fittedSize(values, size);
    if (fitted.width * fitted.height > pixelLimit) {
      return {
        parameter: ['image_width', 'image_height'],
        message: `The image is larger than the ${pixelLimit / 1e6} million pixels that are allowed: resized to ${fitted.width}x${fitted.height} px. Give a smaller image_width or image_height.`,
      };
    }
    const limit = formatLimits[format ?? 'jpeg'];
    if (Math.max(fitted.width, fitted.height) <= limit) return undefined;
    if (hasBox(values)) {
      return {
        parameter: ['image_width', 'image_height'],
        message: `${format} ends at ${limit} px a side, and the image has more: resized to ${fitted.width}x${fitted.height} px. Give ${boxThatFits(fitted, limit)}, or format png.`,
      };
    }
    const fits = hintOf(limit / Math.max(width, height));
    return `${format} ends at ${limit} px a side, and the image has more: ${about}. ${fits}, or format png.`;
  },
);

function hasBox({ image_width: width, image_height: height }: ScreenshotValues): boolean {
  return width !== undefined || height !== undefined;
}

/** Returns advice with two decimals, rounded down so that the value fits. */
function hintOf(largestScale: number): string {
  return `What fits is a device_scale_factor of at most ${Math.floor(largestScale * 100) / 100}`;
}

const selectorIsTheArea: Rule<ScreenshotValues> = rule(
  'selector_is_the_area',
  'selector',
  ({ selector, full_page, clip_width }) => {
    if (selector === undefined || (!full_page && clip_width === undefined)) return undefined;
    const other = full_page ? 'full_page' : 'a clip';
    return `selector and ${other} cannot be given together: leave one of them out.`;
  },
);

export const screenshotRules = [selectorIsTheArea, imageFits];

/** Returns true if a screenshot shows more than the viewport. */
export function capturesWholePage(request: {
  full_page: boolean;
  full_page_scroll: boolean;
  capture_beyond_viewport: boolean;
  clip_width?: number | undefined;
}): boolean {
  const { full_page: full, full_page_scroll: scrolled, clip_width: clipWidth } = request;
  return full || scrolled || (request.capture_beyond_viewport && clipWidth === undefined);
}

/** True if the background is transparent, which only PNG and WebP support. */
export function wantsTransparency(request: { omit_background: boolean; format: string }): boolean {
  return request.omit_background && (request.format === 'png' || request.format === 'webp');
}

/** Parameters of a screenshot that show a part of the page, or in another size. */
const parts = ['selector', 'clip_x', 'clip_y', 'image_width', 'image_height'];

/**
 * Returns true for a screenshot that shows the page from its top left corner, in its own size: boxes
 * of elements are places in it.
 */
export function showsTopLeft(request: { kind: string }): boolean {
  const given = request as Record<string, unknown>;
  const isScrolled = given['scroll_to'] !== undefined && given['full_page'] !== true;
  const isWhole = !isScrolled && parts.every((name) => given[name] === undefined);
  return request.kind === 'screenshot' && isWhole;
}

export const screenshotKind = defineKind({
  ...screenshotInfo,
  parameters: screenshotParameters,
  furtherParameters: { ...stillParameters, ...comparedParameters, ...imageMetadataParameters },
  rules: [
    clipHasSize,
    selectorIsWritten,
    ...marksAreWritten,
    ignoredAreWritten,
    ...screenshotRules,
  ],
  needs(request) {
    const { selector, clip_width: clipWidth } = request;
    const whole = capturesWholePage(request);
    return {
      wholePage: whole || selector !== undefined,
      // With `full_page_scroll`, the page has been scrolled into view anyway.
      reveal: whole && !request.full_page_scroll,
      unfold: whole && clipWidth === undefined,
      transparent: wantsTransparency(request),
    };
  },
  normalise: fillClip,
});
