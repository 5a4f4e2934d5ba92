import type { Sides } from './layout.ts';
import type { Alignment } from './align-rows.ts';

/** Rows of an image: the first, and the one after the last. */
export type RowRange = readonly [start: number, end: number];

interface DifferingRows {
  /** As many of each image, one range for the other. A range may have no rows. */
  ranges: Sides<RowRange[]>;
  /** True if there are more than `most`. */
  isCut: boolean;
  /** Row of the later image up to which the images are compared. */
  end: number;
}

/** Equal rows around those that differ: enough to see them in their place, and to align them. */
const context = 40;

/**
 * Returns the rows that differ in two aligned images, with rows around them; without a difference,
 * the first ones.
 * @param most - maximum number of rows in all
 */
export function rowsThatDiffer(
  { blocks }: Alignment,
  hashes: Sides<Uint32Array>,
  most: number,
): DifferingRows {
  const differs = blocks.flatMap(({ kind, before, after, height }) =>
    Array.from(
      { length: height },
      (_, row) => kind !== 'both' || hashes.before[before + row] !== hashes.after[after + row],
    ),
  );
  const spans = spansOf(differs);
  if (spans.length === 0) spans.push([0, Math.min(differs.length, context)]);
  const kept: RowRange[] = [];
  let left = most;
  for (const [start, end] of spans) {
    if (left === 0) break;
    kept.push([start, Math.min(end, start + left)]);
    left -= Math.min(end - start, left);
  }
  const isCut = kept.length < spans.length || kept.at(-1)?.[1] !== spans.at(-1)?.[1];
  const place = placesOf(blocks);
  const side = (name: keyof Sides<unknown>) =>
    kept.map(([start, end]): RowRange => [place(start)[name], place(end)[name]]);
  const last = isCut ? (kept.at(-1)?.[1] ?? 0) : differs.length;
  return {
    ranges: { before: side('before'), after: side('after') },
    isCut,
    end: place(last).after,
  };
}

/** Ranges of rows of the canvas that differ, with rows around them. */
function spansOf(differs: readonly boolean[]): [number, number][] {
  const spans: [number, number][] = [];
  for (const [row, isOther] of differs.entries()) {
    if (!isOther) continue;
    const [start, end] = [Math.max(0, row - context), Math.min(differs.length, row + 1 + context)];
    const last = spans.at(-1);
    if (last && start <= last[1]) last[1] = end;
    else spans.push([start, end]);
  }
  return spans;
}

/** Returns the rows of both images at a row of their canvas. */
function placesOf(blocks: Alignment['blocks']): (row: number) => Sides<number> {
  return (row) => {
    let [top, before, after] = [0, 0, 0];
    for (const block of blocks) {
      const rows = Math.min(block.height, row - top);
      if (rows <= 0) break;
      before = block.before + (block.kind === 'added' ? 0 : rows);
      after = block.after + (block.kind === 'removed' ? 0 : rows);
      top += block.height;
    }
    return { before, after };
  };
}
