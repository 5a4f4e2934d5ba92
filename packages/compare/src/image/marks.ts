import type { Area, Region } from '../comparison.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** An image to draw on: three bytes per pixel. */
export interface Canvas {
  drawn: Buffer;
  width: number;
  height: number;
}

export const regionColours: Readonly<Record<Region['type'], Colour>> = {
  added: [26, 127, 55],
  removed: [207, 34, 46],
  moved: [9, 105, 218],
  colour: [191, 57, 137],
  changed: [188, 76, 0],
  text: [188, 76, 0],
  image: [188, 76, 0],
};

export const ignoredColour: Colour = [110, 119, 129];
const lineWidth = 2;

/** Colours an area. @param share - of the colour, from 0 to 1 */
export function tint(
  { drawn, width, height }: Canvas,
  area: Area,
  colour: Colour,
  share: number,
): void {
  const [x0, y0] = [Math.max(0, area.x), Math.max(0, area.y)];
  const [x1, y1] = [Math.min(width, area.x + area.width), Math.min(height, area.y + area.height)];
  for (let y = y0; y < y1; y += 1) {
    for (let at = (y * width + x0) * 3; at < (y * width + x1) * 3; at += 3) {
      for (let channel = 0; channel < 3; channel += 1) {
        const before = drawn[at + channel] as number;
        drawn[at + channel] = before + ((colour[channel] as number) - before) * share;
      }
    }
  }
}

/** Draws a frame just outside an area, so that it covers no difference. */
export function outline(canvas: Canvas, area: Area, colour: Colour): void {
  const [x, y] = [area.x - lineWidth - 1, area.y - lineWidth - 1];
  const [width, height] = [area.width + 2 * lineWidth + 2, area.height + 2 * lineWidth + 2];
  for (const side of [
    { x, y, width, height: lineWidth },
    { x, y: y + height - lineWidth, width, height: lineWidth },
    { x, y, width: lineWidth, height },
    { x: x + width - lineWidth, y, width: lineWidth, height },
  ]) {
    tint(canvas, side, colour, 1);
  }
}
