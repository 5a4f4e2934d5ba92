import type { DeviceFrame } from '../viewer/image-viewer.tsx';

/** Parameters whose images show a part of a page. */
const parts = ['selector', 'clip_x', 'clip_y', 'image_width', 'image_height'];

/** Returns the frame of the device that shows a page: images of its parts have none. */
export function frameOf(
  kind: string,
  parameters: Readonly<Record<string, unknown>>,
): DeviceFrame | undefined {
  const isWhole = parts.every((name) => parameters[name] === undefined);
  if (kind !== 'screenshot' || !isWhole) return undefined;
  const isPhone =
    parameters['viewport_device'] !== undefined || parameters['viewport_mobile'] === true;
  return { type: isPhone ? 'phone' : 'browser', address: String(parameters['url'] ?? 'HTML') };
}
