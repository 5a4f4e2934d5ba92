import sharp from 'sharp';
import t from 'tap';
import { cellColour, gridMismatch, type Grid } from './grid-page.ts';
import { readPixels, type DecodedImage } from './read-pixels.ts';

const grid: Grid = { width: 12, height: 14, cellWidth: 4, cellHeight: 3 };

/** Paints what a browser should, with a fault where `rowAt` says so. */
async function paint(scale: number, rowAt = (y: number) => y): Promise<DecodedImage> {
  const [width, height] = [grid.width * scale, grid.height * scale];
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const row = Math.floor(rowAt(y) / scale / grid.cellHeight);
      data.set(cellColour(Math.floor(x / scale / grid.cellWidth), row), (y * width + x) * 4);
    }
  return readPixels(
    await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  );
}

t.test('no two cells share a colour', async (t) => {
  const seen = new Set<string>();
  for (let row = 0; row < 2000; row += 1)
    for (let column = 0; column < 20; column += 1) seen.add(cellColour(column, row).join());
  t.equal(seen.size, 40_000);
});

t.test('a true image matches, at any scale and offset', async (t) => {
  t.equal(gridMismatch(await paint(1), grid), undefined);
  t.equal(gridMismatch(await paint(2), grid, { scale: 2 }), undefined);
  t.equal(gridMismatch(await paint(1, (y) => y + 5), grid, { y: 5 }), undefined);
});

t.test('a repetition, a gap and an offset are found', async (t) => {
  const faults = {
    repetition: (y: number) => (y > 8 ? y - 4 : y),
    gap: (y: number) => (y > 8 ? y + 3 : y),
    offset: (y: number) => y + 1,
  };
  for (const [name, rowAt] of Object.entries(faults))
    t.match(gridMismatch(await paint(1, rowAt), grid), /^at 0,\d+: expected/, name);
});
