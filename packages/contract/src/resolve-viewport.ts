import { findDevice, type Device } from './devices.ts';
import { viewportDefaults } from './parameters/viewport.ts';

/** The viewport that a page gets. */
export interface Viewport {
  /** CSS pixels. */
  width: number;
  /** CSS pixels. */
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
  hasTouch: boolean;
  landscape: boolean;
  /** Given by the request or its device; the browser's own otherwise. */
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
 * The viewport of a request: what its device brings, overridden by what the request says itself. A
 * device that does not have the orientation asked for is turned, unless the request gives a size.
 */
export function resolveViewport(request: ViewportParameters): Viewport {
  const device =
    request.viewport_device === undefined ? undefined : findDevice(request.viewport_device);
  const size = resolveSize(request, device);
  const userAgent = request.user_agent ?? device?.userAgent;
  return {
    ...size,
    deviceScaleFactor: request.device_scale_factor ?? device?.viewport.deviceScaleFactor ?? 1,
    mobile: request.viewport_mobile ?? device?.viewport.isMobile ?? false,
    hasTouch: request.viewport_has_touch ?? device?.viewport.hasTouch ?? false,
    landscape: request.viewport_landscape ?? size.width > size.height,
    ...(userAgent !== undefined && { userAgent }),
  };
}

function resolveSize(
  { viewport_width, viewport_height, viewport_landscape }: ViewportParameters,
  device: Device | undefined,
): { width: number; height: number } {
  const { width, height } = device?.viewport ?? viewportDefaults;
  const isSizeGiven = viewport_width !== undefined || viewport_height !== undefined;
  const isTurned =
    device !== undefined &&
    !isSizeGiven &&
    viewport_landscape !== undefined &&
    viewport_landscape !== device.viewport.isLandscape;
  if (isTurned) return { width: height, height: width };
  return { width: viewport_width ?? width, height: viewport_height ?? height };
}
