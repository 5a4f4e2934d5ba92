import type { Device } from '../wire/account.ts';
import { findDevice } from './devices.ts';
import { viewportDefaults } from '../parameters/viewport.ts';

/** Viewport of a page. */
export interface Viewport {
  /** CSS pixels. */
  width: number;
  /** CSS pixels. */
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
  hasTouch: boolean;
  landscape: boolean;
  /** From the request or its device; absent for the browser's own. */
  userAgent?: string;
}

/** The parameters that a viewport depends on. */
export interface ViewportParameters {
  viewport_device?: string | undefined;
  viewport_width?: number | undefined;
  viewport_height?: number | undefined;
  viewport_landscape?: boolean | undefined;
  viewport_has_touch?: boolean | undefined;
  viewport_mobile?: boolean | undefined;
  device_scale_factor?: number | undefined;
  user_agent?: string | undefined;
}

/**
 * Returns the viewport of a request: that of its device, overridden by its own parameters. A device
 * without the requested orientation is rotated, unless the request sets a size.
 */
export function resolveViewport(request: ViewportParameters): Viewport {
  const device =
    request.viewport_device === undefined ? undefined : findDevice(request.viewport_device);
  const userAgent = request.user_agent ?? device?.userAgent;
  return {
    ...resolveSize(request, device),
    deviceScaleFactor: request.device_scale_factor ?? device?.viewport.deviceScaleFactor ?? 1,
    mobile: request.viewport_mobile ?? device?.viewport.isMobile ?? false,
    hasTouch: request.viewport_has_touch ?? device?.viewport.hasTouch ?? false,
    ...(userAgent !== undefined && { userAgent }),
  };
}

function resolveSize(request: ViewportParameters, device: Device | undefined) {
  const { viewport_width, viewport_height, viewport_landscape } = request;
  const isSizeGiven = viewport_width !== undefined || viewport_height !== undefined;
  if (device === undefined || isSizeGiven) {
    const { width: usualWidth, height: usualHeight } = device?.viewport ?? viewportDefaults;
    const [width, height] = [viewport_width ?? usualWidth, viewport_height ?? usualHeight];
    return { width, height, landscape: viewport_landscape ?? width > height };
  }
  const { width, height, isLandscape } = device.viewport;
  const landscape = viewport_landscape ?? isLandscape;
  // Compared with the size, not with isLandscape, which is wrong for puppeteer's Lumia 550.
  const isTurned = viewport_landscape !== undefined && landscape !== width > height;
  return isTurned ? { width: height, height: width, landscape } : { width, height, landscape };
}
