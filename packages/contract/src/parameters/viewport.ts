import * as z from 'zod/mini';
import { declareIn } from './declare.ts';

const { flag, integer, number, text } = declareIn('viewport', 'load');

/** Viewport without a requested size or device. */
export const viewportDefaults = { width: 1280, height: 1080 } as const;

export const viewportParameters = {
  viewport_device: z.optional(
    text({
      description: 'Device to emulate: its viewport, scale factor, touch and user agent.',
      expected: 'the id or the name of a device, for example iphone_15 or iPhone 15',
      max: 64,
      lowerCase: true,
    }),
  ),
  viewport_width: z.optional(
    integer({
      description: 'Width of the viewport.',
      unit: 'px',
      min: 1,
      max: 7680,
      default: viewportDefaults.width,
    }),
  ),
  viewport_height: z.optional(
    integer({
      description: 'Height of the viewport.',
      unit: 'px',
      min: 1,
      max: 7680,
      default: viewportDefaults.height,
    }),
  ),
  viewport_landscape: z.optional(
    flag({ description: 'Landscape orientation; rotates a portrait device.' }),
  ),
  viewport_has_touch: z.optional(flag({ description: 'Emulate a touch screen.' })),
  viewport_mobile: z.optional(
    flag({ description: 'Emulate a mobile device: the viewport meta tag counts.' }),
  ),
  device_scale_factor: z.optional(
    number({ description: 'Device pixels for each CSS pixel.', min: 1, max: 5 }),
  ),
  capture_beyond_viewport: z._default(
    flag({ description: 'Capture content beyond the viewport.' }),
    false,
  ),
};
