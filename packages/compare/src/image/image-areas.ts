import type { Area } from '../comparison.ts';

/** Returns the part of an area that is in an image, in integers; undefined if there is none. */
export function areaIn(image: { width: number; height: number }, area: Area): Area | undefined {
  const [x, y] = [Math.max(0, Math.floor(area.x)), Math.max(0, Math.floor(area.y))];
  const width = Math.min(image.width, Math.ceil(area.x + area.width)) - x;
  const height = Math.min(image.height, Math.ceil(area.y + area.height)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Saves areas of an image, in at most the memory that it takes. Returns how to restore them. */
export function saveAreas(pixels: Uint8Array, width: number, areas: readonly Area[]): () => void {
  const size = areas.reduce((sum, area) => sum + area.width * area.height * 4, 0);
  const whole = { x: 0, y: 0, width, height: pixels.byteLength / width / 4 };
  const saved: { start: number; bytes: Uint8Array }[] = [];
  for (const area of size < pixels.byteLength ? areas : [whole]) {
    eachRow(area, width, (start, length) => {
      saved.push({ start, bytes: pixels.slice(start, start + length) });
    });
  }
  return () => {
    for (const { start, bytes } of saved) pixels.set(bytes, start);
  };
}

export function copyArea(from: Uint8Array, to: Uint8Array, width: number, area: Area): void {
  eachRow(area, width, (start, length) => to.set(from.subarray(start, start + length), start));
}

export function fillArea(pixels: Uint8Array, width: number, area: Area): void {
  eachRow(area, width, (start, length) => pixels.fill(0, start, start + length));
}

/** Calls back with the first byte and the number of bytes of each row of an area. */
function eachRow(area: Area, width: number, visit: (start: number, length: number) => void): void {
  for (let row = 0; row < area.height; row += 1) {
    visit(((area.y + row) * width + area.x) * 4, area.width * 4);
  }
}
