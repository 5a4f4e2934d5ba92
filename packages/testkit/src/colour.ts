/** Red, green, blue and alpha, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Colours that no two of are alike in any channel mix that a codec could confuse. */
export const COLOURS = {
  red: [255, 0, 0, 255],
  green: [0, 255, 0, 255],
  blue: [0, 0, 255, 255],
  yellow: [255, 255, 0, 255],
  white: [255, 255, 255, 255],
  black: [0, 0, 0, 255],
  magenta: [255, 0, 255, 255],
  cyan: [0, 255, 255, 255],
  clear: [0, 0, 0, 0],
} as const satisfies Record<string, Colour>;

/** Writes a colour for CSS, without its alpha: `#ff0000`. */
export function cssColour(colour: Colour): string {
  const hex = colour.slice(0, 3).map((channel) => channel.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

/**
 * Says whether no channel differs by more than `tolerance`. Two fully clear pixels are equal
 * whatever their colour.
 */
export function isClose(a: Colour, b: Colour, tolerance = 0): boolean {
  if (a[3] === 0 && b[3] === 0) return true;
  return a.every((channel, index) => Math.abs(channel - (b[index] ?? 0)) <= tolerance);
}
