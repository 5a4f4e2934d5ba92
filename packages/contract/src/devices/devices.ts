import { deviceId, type Device } from './device.ts';
import { devicesData } from './devices-data.ts';
import { nearest } from '../read/nearest.ts';

/** Longer texts name no device. */
const maxNameLength = 64;

/** Every device that puppeteer knows. */
export const devices: readonly Device[] = devicesData;

/** The device with this id or name, in upper or lower case; undefined when there is none. */
export function findDevice(text: string): Device | undefined {
  if (text.length > maxNameLength) return undefined;
  const id = deviceId(text);
  return devices.find((device) => device.id === id);
}

/** The id nearest to a wrong one; accepts the name of a device too. */
export function nearestDeviceId(text: string): string | undefined {
  if (text.length > maxNameLength) return undefined;
  return nearest(
    deviceId(text),
    devices.map(({ id }) => id),
  );
}
