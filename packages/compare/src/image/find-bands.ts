import type { MovedRows, RowBlock } from './align-rows.ts';
import type { Sides } from './layout.ts';
import type { ColumnRange as RowRange } from './find-columns.ts';

/** Consecutive rows of the canvas that differ. */
export interface Band {
  /** Rows of the canvas. */
  top: number;
  bottom: number;
  /** The same rows of each image. */
  before: RowRange;
  after: RowRange;
}

/** Returns the rows of aligned images that differ, without those that moved. */
export function findBands(
  blocks: readonly RowBlock[],
  hashes: Sides<Uint32Array>,
  moved: readonly MovedRows[],
): Band[] {
  const bands: Band[] = [];
  let top = 0;
  let open: Band | undefined;
  for (const { kind, before, after, height } of blocks) {
    for (let row = 0; row < height; row += 1, top += 1) {
      const [old, now] = [kind === 'added' ? 0 : row, kind === 'removed' ? 0 : row];
      if (kind === 'both' && hashes.before[before + old] === hashes.after[after + now]) {
        open = undefined;
        continue;
      }
      const end = {
        bottom: top + 1,
        before: before + old + (kind === 'added' ? 0 : 1),
        after: after + now + (kind === 'removed' ? 0 : 1),
      };
      if (!open) {
        open = { top, bottom: 0, before: [before + old, 0], after: [after + now, 0] };
        bands.push(open);
      }
      open.bottom = end.bottom;
      open.before = [open.before[0], end.before];
      open.after = [open.after[0], end.after];
    }
  }
  return bands.filter((band) => !moved.some((rows) => isIn(band, rows)));
}

function isIn({ before, after }: Band, rows: MovedRows): boolean {
  const within = (start: number, [from, to]: RowRange) => start < to && start + rows.height > from;
  return within(rows.before, before) || within(rows.after, after);
}
