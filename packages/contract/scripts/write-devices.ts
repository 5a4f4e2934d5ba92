/** Writes src/devices-data.ts from the devices of puppeteer-core. */
import { writeFileSync } from 'node:fs';
import { KnownDevices } from 'puppeteer-core';
import { deviceId } from '../src/devices/device.ts';

const lines = Object.entries(KnownDevices).map(([name, { userAgent, viewport }]) => {
  const { width, height, deviceScaleFactor, isMobile, hasTouch, isLandscape } = viewport;
  return `  ${JSON.stringify({
    id: deviceId(name),
    name,
    userAgent,
    viewport: { width, height, deviceScaleFactor, isMobile, hasTouch, isLandscape },
  })},`;
});

writeFileSync(
  new URL('../src/devices/devices-data.ts', import.meta.url),
  `import type { Device } from './device.ts';

// Written by scripts/write-devices.ts from the KnownDevices of puppeteer-core (Apache-2.0).
// oxfmt-ignore
export const devicesData: readonly Device[] = [
${lines.join('\n')}
];
`,
);
