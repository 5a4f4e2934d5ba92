import type { Viewport } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';

export function metricsOverride(
  viewport: Pick<Viewport, 'width' | 'height' | 'deviceScaleFactor' | 'mobile' | 'landscape'>,
): Protocol.Emulation.SetDeviceMetricsOverrideRequest {
  const { width, height, deviceScaleFactor, mobile, landscape } = viewport;
  return {
    width,
    height,
    deviceScaleFactor,
    mobile,
    screenWidth: width,
    screenHeight: height,
    screenOrientation: landscape
      ? { type: 'landscapePrimary', angle: 90 }
      : { type: 'portraitPrimary', angle: 0 },
  };
}
