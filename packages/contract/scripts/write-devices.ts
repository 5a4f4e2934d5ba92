/** Writes src/devices/devices-data.ts from the devices of puppeteer-core. */
import { writeFileSync } from 'node:fs';
import { KnownDevices } from 'puppeteer-core';

const sides = new Map(
  Object.entries(KnownDevices).map(([name, { viewport }]) => [
    name,
    [viewport.width, viewport.height],
  ]),
);

const lines = Object.entries(KnownDevices).flatMap(([name, { userAgent, viewport }]) => {
  if (name.endsWith(' landscape')) return [];
  const row = [name, userAgent, viewport.width, viewport.height, viewport.deviceScaleFactor];
  const landscape = sides.get(`${name} landscape`);
  return `  ${JSON.stringify(landscape ? [...row, ...landscape] : row)},`;
});

writeFileSync(
  new URL('../src/devices/devices-data.ts', import.meta.url),
  `/** A device: name, user agent, size, device scale factor, and its size in landscape, if any. */
export type DeviceRow = readonly [string, string, number, number, number, number?, number?];

// Written by scripts/write-devices.ts from the KnownDevices of puppeteer-core (Apache-2.0).
// oxfmt-ignore
export const devicesData: readonly DeviceRow[] = [
${lines.join('\n')}
];
`,
);
