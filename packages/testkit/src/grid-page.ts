import { cssColour, type Colour } from './colour.ts';
import type { DecodedImage } from './read-pixels.ts';

/** A page of coloured cells, in CSS pixels. */
export interface Grid {
  width: number;
  height: number;
  cellWidth: number;
  cellHeight: number;
}

/** Position of a screenshot in a grid. */
export interface GridView {
  /** CSS pixels of the page left of and above the image. */
  x?: number;
  y?: number;
  /** Device pixels for one CSS pixel. */
  scale?: number;
}

/**
 * Colour of a cell: no two cells of one grid share one, so that a repetition, an offset or a gap is
 * always seen.
 */
export function cellColour(column: number, row: number): Colour {
  // An odd multiplier permutes the 24 bits: neighbours get colours far from each other, and none
  // comes twice.
  const mixed = Math.imul(row * 256 + column + 1, 0x9e3779b1) & 0xffffff;
  return [mixed >> 16, (mixed >> 8) & 0xff, mixed & 0xff, 255];
}

/**
 * A page that is exactly the grid: its size is the grid's, its colours say where each pixel
 * belongs.
 */
export function gridPage(grid: Grid): string {
  if (grid.width / grid.cellWidth > 256) throw new RangeError('A grid has at most 256 columns.');
  const rows: string[] = [];
  for (let y = 0; y < grid.height; y += grid.cellHeight) {
    const height = Math.min(grid.cellHeight, grid.height - y);
    rows.push(`<p style="height:${height}px">${rowCells(grid, y / grid.cellHeight)}</p>`);
  }
  const css = `html,body{margin:0;padding:0;width:${grid.width}px;height:${grid.height}px}
p{margin:0;display:flex}i{flex:none;height:100%}`;
  return `<!doctype html><meta charset="utf-8"><title>grid</title><style>${css}</style><body>${rows.join('')}</body>`;
}

function rowCells(grid: Grid, row: number): string {
  const cells: string[] = [];
  for (let x = 0; x < grid.width; x += grid.cellWidth) {
    const width = Math.min(grid.cellWidth, grid.width - x);
    const colour = cssColour(cellColour(x / grid.cellWidth, row));
    cells.push(`<i style="width:${width}px;background:${colour}"></i>`);
  }
  return cells.join('');
}

/** A tall page of full-width stripes; the colour of each says its index. */
export function bands(width: number, height: number, bandHeight: number): string {
  return gridPage(bandGrid(width, height, bandHeight));
}

/** The grid behind {@link bands}. */
export function bandGrid(width: number, height: number, bandHeight: number): Grid {
  return { width, height, cellWidth: width, cellHeight: bandHeight };
}

/**
 * Returns where an image of a grid first differs from it, checking every pixel; undefined if it
 * never does.
 */
export function gridMismatch(
  image: DecodedImage,
  grid: Grid,
  { x: left = 0, y: top = 0, scale = 1 }: GridView = {},
  tolerance = 0,
): string | undefined {
  const columns = runs(image.width, (x) => Math.floor((left + x / scale) / grid.cellWidth));
  const rows = runs(image.height, (y) => Math.floor((top + y / scale) / grid.cellHeight));
  for (const row of rows) {
    for (const column of columns) {
      const area = { x: column.from, y: row.from, width: column.length, height: row.length };
      const mismatch = image.firstMismatch(cellColour(column.cell, row.cell), tolerance, area);
      if (mismatch !== undefined) return `${mismatch} (column ${column.cell}, row ${row.cell})`;
    }
  }
  return undefined;
}

interface Run {
  cell: number;
  from: number;
  length: number;
}

/** Ranges of pixels in a row or column of an image that show one cell. */
function runs(length: number, cellAt: (pixel: number) => number): Run[] {
  const found: Run[] = [];
  for (let pixel = 0; pixel < length; pixel += 1) {
    const cell = cellAt(pixel);
    const last = found.at(-1);
    if (last?.cell === cell) last.length += 1;
    else found.push({ cell, from: pixel, length: 1 });
  }
  return found;
}
