import { nearest } from '../read/nearest.ts';
import type { Device } from '../wire/account.ts';
import { devicesData } from './devices-data.ts';

/** Longer texts are no device names. */
const maxNameLength = 64;

/** Every device that puppeteer knows. */
export const devices: readonly Device[] = devicesData.flatMap(
  ([name, userAgent, width, height, deviceScaleFactor, landscapeWidth, landscapeHeight]) => {
    const deviceOf = (name: string, width: number, height: number, isLandscape: boolean) => ({
      id: deviceId(name),
      name,
      userAgent,
      viewport: { width, height, deviceScaleFactor, isMobile: true, hasTouch: true, isLandscape },
    });
    const portrait = deviceOf(name, width, height, false);
    if (landscapeWidth === undefined || landscapeHeight === undefined) return [portrait];
    return [portrait, deviceOf(`${name} landscape`, landscapeWidth, landscapeHeight, true)];
  },
);

/** Returns the id for puppeteer's name of a device: `ipad_gen_7` for `iPad (gen 7)`. */
export function deviceId(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replace(/[()]/g, '')
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '')
    .join('_');
}

/** Returns the device with this id or name, ignoring case. */
export function findDevice(text: string): Device | undefined {
  if (text.length > maxNameLength) return undefined;
  const id = deviceId(text);
  return devices.find((device) => device.id === id);
}

/** Returns the device id nearest to a wrong id or name. */
export function nearestDeviceId(text: string): string | undefined {
  if (text.length > maxNameLength) return undefined;
  return nearest(
    deviceId(text),
    devices.map(({ id }) => id),
  );
}
