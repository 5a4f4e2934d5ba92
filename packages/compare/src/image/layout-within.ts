import { layOut } from './align-columns.ts';
import { placesOf } from './align-rows.ts';
import type { ColumnRange as RowRange } from './find-columns.ts';
import type { ImagePair, Layout, RowPairs, Sides } from './layout.ts';

/** Aligns columns, or only rows, or nothing, so that the canvas has at most so many rows. */
export function layoutWithin(
  { width, columns, before, after }: ImagePair,
  maxRows: number,
  pairs?: RowPairs,
): Layout {
  const values = (pixels: Uint8Array) =>
    new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
  const images = { width, before: values(before), after: values(after) };
  const all = ({ length }: Uint32Array): RowRange => [0, length / width];
  const ranges = pairs?.ranges ?? [{ before: all(images.before), after: all(images.after) }];
  const align = (depth?: number) =>
    stack(ranges, (rows, top) =>
      layOut(images, { ...rows, columns: [0, columns] }, { depth, top }),
    );
  let layout = align();
  if (layout.height > maxRows) layout = align(0);
  if (layout.height > maxRows) return stack(ranges, (rows, top) => inPlace(rows, columns, top));
  const moved = (pairs ?? layout).moved.filter((rows) => isAdded(rows, layout, columns));
  return { ...layout, moved };
}

/** Places ranges of rows below each other. */
function stack(
  ranges: RowPairs['ranges'],
  layRows: (rows: Sides<RowRange>, top: number) => Layout,
): Layout {
  let height = 0;
  const laid = ranges.map((rows) => {
    const one = layRows(rows, height);
    height += one.height;
    return one;
  });
  return {
    blocks: laid.flatMap(({ blocks }) => blocks),
    blank: laid.flatMap(({ blank }) => blank),
    height,
    moved: laid.flatMap(({ moved }) => moved),
  };
}

function inPlace({ before, after }: Sides<RowRange>, columns: number, start: number): Layout {
  let top = start;
  const blocks = placesOf(before[1] - before[0], after[1] - after[0]).map((block) => {
    top += block.height;
    return {
      ...block,
      before: before[0] + block.before,
      after: after[0] + block.after,
      top: top - block.height,
      x: 0,
      width: columns,
    };
  });
  return { blocks, blank: [], height: top - start, moved: [] };
}

/** Moved rows are reported where they are now; of those in columns, each column is. */
function isAdded(
  { after, height }: Layout['moved'][number],
  { blocks }: Layout,
  columns: number,
): boolean {
  return blocks.some(
    (block) =>
      block.kind === 'added' &&
      block.width === columns &&
      after >= block.after &&
      after + height <= block.after + block.height,
  );
}
