import type { Lease } from '../../browser-source.ts';
import type { Area, Geometry } from './area.ts';

/** Maximum device pixels of one screenshot. */
export interface StripLimits {
  /** Larger screenshots are taken in strips. */
  singleShotPixels: number;
  stripPixels: number;
}

/** Chromium left bands blank above 200 million device pixels, not at 112 million. */
export const stripLimits: StripLimits = {
  singleShotPixels: 80_000_000,
  stripPixels: 40_000_000,
};

/** 40 million pixels of the worst PNG, noise, are 214 MB of the 256 of one message in base64. */
const remoteLimits: StripLimits = { singleShotPixels: 40_000_000, stripPixels: 40_000_000 };

export function limitsFor({ remote }: Lease['browser'], limits: StripLimits): StripLimits {
  if (!remote) return limits;
  return {
    singleShotPixels: Math.min(limits.singleShotPixels, remoteLimits.singleShotPixels),
    stripPixels: Math.min(limits.stripPixels, remoteLimits.stripPixels),
  };
}

export function needsStrips(
  { width, height }: Geometry['pixels'],
  limits: StripLimits = stripLimits,
): boolean {
  return width * height > limits.singleShotPixels;
}

/** Areas to capture, from the top, of equal height but the last; `undefined`: the viewport. */
export function strips(
  { area, pixels, deviceScaleFactor }: Geometry,
  limits: StripLimits = stripLimits,
): (Area | undefined)[] {
  if (!area) return [undefined];
  if (!needsStrips(pixels, limits)) return [area];
  const rows = Math.max(1, Math.floor(limits.stripPixels / pixels.width));
  const stripHeight = wholeRows(rows, deviceScaleFactor);
  // A remainder below half a device pixel has no separate row.
  const count = Math.max(
    1,
    Math.ceil((area.height * deviceScaleFactor - 0.5) / (stripHeight * deviceScaleFactor)),
  );
  return Array.from({ length: count }, (_, index) => {
    const y = index * stripHeight;
    return { ...area, y: area.y + y, height: Math.min(stripHeight, area.height - y) };
  });
}

/** Returns a height in CSS pixels of at most this many device rows, an integer if possible. */
function wholeRows(rows: number, scale: number): number {
  const height = Math.floor(rows / scale);
  for (let unit = 1; unit <= Math.min(height, 1000); unit += 1) {
    const isWhole = Math.abs(unit * scale - Math.round(unit * scale)) < 1e-6;
    if (isWhole) return height - (height % unit);
  }
  return rows / scale;
}
