import { deviceId } from './device-id.ts';
import { devicesData } from './devices-data.ts';
import { nearest } from '../read/nearest.ts';
import type { Device } from './device.ts';

/** Every device that puppeteer knows. */
export const devices: readonly Device[] = devicesData;

/** The device with this id. */
export function findDevice(id: string): Device | undefined {
  return devices.find((device) => device.id === id);
}

/** The id that a wrong one most likely stands for; takes the name of a device too. */
export function nearestDeviceId(text: string): string | undefined {
  if (text.length > 64) return undefined;
  return nearest(
    deviceId(text),
    devices.map(({ id }) => id),
  );
}
