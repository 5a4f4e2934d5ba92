import { declareIn } from './declare.ts';

const { off, optional } = declareIn('viewport', 'load');

/** Viewport without a requested size or device. */
export const viewportDefaults = { width: 1280, height: 1080 } as const;

export const viewportParameters = {
  viewport_device: optional.text({
    description: 'Device to emulate: its viewport, scale factor, touch and user agent.',
    expected: 'the id or the name of a device, for example iphone_15 or iPhone 15',
    max: 64,
    lowerCase: true,
  }),
  viewport_width: optional.integer({
    description: 'Width of the viewport.',
    unit: 'px',
    min: 1,
    max: 7680,
    default: viewportDefaults.width,
  }),
  viewport_height: optional.integer({
    description: 'Height of the viewport.',
    unit: 'px',
    min: 1,
    max: 7680,
    default: viewportDefaults.height,
  }),
  viewport_landscape: optional.flag({
    description: 'Landscape orientation; rotates a portrait device.',
  }),
  viewport_has_touch: optional.flag({ description: 'Emulate a touch screen.' }),
  viewport_mobile: optional.flag({
    description: 'Emulate a mobile device: the viewport meta tag counts.',
  }),
  device_scale_factor: optional.number({
    description: 'Device pixels for each CSS pixel.',
    min: 1,
    max: 5,
  }),
  capture_beyond_viewport: off({ description: 'Capture content beyond the viewport.' }),
};
