/** Columns of an image: the first, and the one after the last. */
export type ColumnRange = readonly [start: number, end: number];

/** A narrower gutter may be the space between two words or letters. */
const leastGutter = 12;
/** A narrower column is part of its neighbour: an icon, a number of a list. */
const leastColumn = 48;

/** Pixels of the columns that have one colour in all rows seen so far. */
export interface GutterScan {
  /** Returns the scan with further rows; this one remains as it is. */
  with(parts: readonly ScannedRows[]): GutterScan;
  /** Returns the columns between gutters, which cover the whole range; one if there are none. */
  columns(): ColumnRange[];
}

/** Rows of an image with one number per pixel. */
export interface ScannedRows {
  pixels: Uint32Array;
  /** Pixels in a row. */
  width: number;
  start: number;
  end: number;
}

/** Creates a scan of a range of columns, without rows. */
export function createGutterScan(
  [left, right]: ColumnRange,
  colours = new Float64Array(right - left).fill(unseen),
): GutterScan {
  return {
    with(parts) {
      const more = colours.slice();
      for (const part of parts) scanRows(part, left, more);
      return createGutterScan([left, right], more);
    },
    columns() {
      const middles = guttersIn(colours).map(([start, end]) => left + ((start + end) >> 1));
      const edges = [left];
      for (const edge of middles) {
        if (edge - edges.at(-1)! >= leastColumn && right - edge >= leastColumn) edges.push(edge);
      }
      return edges.map((edge, at) => [edge, edges[at + 1] ?? right]);
    },
  };
}

/** Marks of a column instead of its colour. */
const unseen = -1;
const mixed = -2;

function scanRows({ pixels, width, start, end }: ScannedRows, left: number, colours: Float64Array) {
  for (let row = start; row < end; row += 1) {
    const first = row * width + left;
    for (let at = 0; at < colours.length; at += 1) {
      const colour = pixels[first + at] as number;
      if (colours[at] === colour || colours[at] === mixed) continue;
      colours[at] = colours[at] === unseen ? colour : mixed;
    }
  }
}

/** Runs of columns of one colour each, without those at the edges. */
function guttersIn(colours: Float64Array): ColumnRange[] {
  const found: ColumnRange[] = [];
  let start = 0;
  for (let at = 0; at <= colours.length; at += 1) {
    if (at < colours.length && (colours[at] as number) >= 0) continue;
    if (start > 0 && at < colours.length && at - start >= leastGutter) found.push([start, at]);
    start = at + 1;
  }
  return found;
}
