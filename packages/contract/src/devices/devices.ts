import { deviceId, type Device } from './device.ts';
import { devicesData } from './devices-data.ts';
import { nearest } from '../read/nearest.ts';

/** Longer texts are no device names. */
const maxNameLength = 64;

/** Every device that puppeteer knows. */
export const devices: readonly Device[] = devicesData;

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
