/** Rows of two images, from top to bottom: in both, possibly changed, or in one of them only. */
export interface RowBlock {
  kind: 'both' | 'added' | 'removed';
  /** First row in the earlier image; for added rows, where they would be. */
  before: number;
  /** First row in the later image; for removed rows, where they would be. */
  after: number;
  height: number;
}

/** Equal rows that are elsewhere in the later image. */
export interface MovedRows {
  before: number;
  after: number;
  height: number;
}

export interface Alignment {
  blocks: RowBlock[];
  moved: MovedRows[];
}

type Run = MovedRows;

/** Fewer equal rows prove nothing: lines between paragraphs look alike. */
const leastRun = 4;
const leastMoved = 8;

/**
 * Returns a number for each row of an image with four bytes per pixel; equal rows have one.
 * @param columns - range of columns that count
 */
export function hashRows(
  pixels: Uint8Array | Uint32Array,
  width: number,
  columns: readonly [start: number, end: number] | number = width,
): Uint32Array {
  const values = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
  const [first, end] = typeof columns === 'number' ? [0, columns] : columns;
  const hashes = new Uint32Array(values.length / width);
  for (let row = 0; row < hashes.length; row += 1) {
    let hash = 2_166_136_261;
    const start = row * width;
    for (let at = start + first; at < start + end; at += 1) {
      hash = Math.imul(hash ^ (values[at] as number), 16_777_619);
      hash ^= hash >>> 15;
    }
    hashes[row] = hash;
  }
  return hashes;
}

/**
 * Aligns the rows of two images, so that inserted rows do not make everything below them differ.
 * Rows that occur once in each image are the anchors (patience diff); time is n log n.
 * @param before - hashes of the rows of the earlier image
 */
export function alignRows(before: Uint32Array, after: Uint32Array): Alignment {
  const pairs = uniquePairs(before, after);
  const anchors = longestIncreasing(pairs);
  const runs = runsOf(anchors, leastRun).map((run) => extend(run, before, after));
  const blocks = blocksBetween(runs, before, after);
  const kept = new Set(anchors.map(([row]) => row));
  const moved = runsOf(
    pairs.filter(([row]) => !kept.has(row)),
    leastMoved,
  );
  const inPlace = placesOf(before.length, after.length);
  return equalRows(inPlace, before, after) >= equalRows(blocks, before, after)
    ? { blocks: inPlace, moved: [] }
    : { blocks, moved: moved.flatMap((run) => extendMoved(run, blocks, before, after)) };
}

/**
 * Adds equal rows above and below moved ones, such as their background. Rows that are in both
 * images at either place are compared there.
 */
function extendMoved(
  run: Run,
  blocks: readonly RowBlock[],
  before: Uint32Array,
  after: Uint32Array,
): Run[] {
  const around = (kind: RowBlock['kind'], side: 'before' | 'after') =>
    blocks.find(
      (block) =>
        block.kind === kind &&
        run[side] >= block[side] &&
        run[side] + run.height <= block[side] + block.height,
    );
  const [removed, added] = [around('removed', 'before'), around('added', 'after')];
  if (!removed || !added) return [];
  // Rows of both blocks alone, counted from the first one.
  const within = { ...run, before: run.before - removed.before, after: run.after - added.after };
  const rows = extend(
    within,
    before.subarray(removed.before, removed.before + removed.height),
    after.subarray(added.after, added.after + added.height),
  );
  return [{ ...rows, before: rows.before + removed.before, after: rows.after + added.after }];
}

/** Aligns rows of the same number, with the rest of the longer image below. */
export function placesOf(before: number, after: number): RowBlock[] {
  return gapBlocks(0, before, 0, after, () => true);
}

function uniquePairs(before: Uint32Array, after: Uint32Array): [number, number][] {
  const once = (rows: Uint32Array) => {
    const found = new Map<number, number>();
    for (const [row, hash] of rows.entries()) found.set(hash, found.has(hash) ? -1 : row);
    return found;
  };
  const later = once(after);
  const pairs: [number, number][] = [];
  for (const [hash, row] of once(before)) {
    const other = later.get(hash) ?? -1;
    if (row >= 0 && other >= 0) pairs.push([row, other]);
  }
  return pairs;
}

/** The most pairs whose rows come in one order in both images. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length);
  for (const [at, [, row]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[ends[middle] as number]?.[1] as number) < row) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = at;
  }
  const found: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) {
    found.push(pairs[at] as [number, number]);
  }
  return found.toReversed();
}

/** Groups pairs of consecutive rows; some repeated rows may be between them. */
function runsOf(pairs: readonly [number, number][], least: number): Run[] {
  const runs: (Run & { pairs: number })[] = [];
  for (const [before, after] of pairs) {
    const last = runs.at(-1);
    const isNext =
      last !== undefined &&
      before - last.before === after - last.after &&
      before - last.before - last.height < 64 &&
      before >= last.before;
    if (isNext) {
      last.height = before - last.before + 1;
      last.pairs += 1;
    } else {
      runs.push({ before, after, height: 1, pairs: 1 });
    }
  }
  return runs
    .filter((run) => run.pairs >= least)
    .map(({ before, after, height }) => ({ before, after, height }));
}

/** Adds equal rows above and below. */
function extend(run: Run, before: Uint32Array, after: Uint32Array): Run {
  let above = 0;
  while (
    run.before - above > 0 &&
    run.after - above > 0 &&
    before[run.before - above - 1] === after[run.after - above - 1]
  )
    above += 1;
  let height = run.height;
  while (
    run.before + height < before.length &&
    run.after + height < after.length &&
    before[run.before + height] === after[run.after + height]
  )
    height += 1;
  return { before: run.before - above, after: run.after - above, height: height + above };
}

function blocksBetween(runs: readonly Run[], before: Uint32Array, after: Uint32Array): RowBlock[] {
  const isEqual = (a: number, b: number) => before[a] === after[b];
  const blocks: RowBlock[] = [];
  let [old, now] = [0, 0];
  for (const run of runs) {
    // Runs that were extended may overlap: the first one has these rows.
    const skipped = Math.max(0, old - run.before, now - run.after);
    const height = run.height - skipped;
    if (height <= 0) continue;
    const [start, later] = [run.before + skipped, run.after + skipped];
    blocks.push(...gapBlocks(old, start, now, later, isEqual));
    blocks.push({ kind: 'both', before: start, after: later, height });
    [old, now] = [start + height, later + height];
  }
  blocks.push(...gapBlocks(old, before.length, now, after.length, isEqual));
  return blocks;
}

/** Rows between two runs: as many as both images have, at the top or at the bottom of the gap. */
function gapBlocks(
  old: number,
  oldEnd: number,
  now: number,
  nowEnd: number,
  isEqual: (before: number, after: number) => boolean,
): RowBlock[] {
  const [gone, come] = [oldEnd - old, nowEnd - now];
  const height = Math.min(gone, come);
  const kind = gone > come ? 'removed' : 'added';
  const rest = Math.abs(gone - come);
  if (rest === 0) return height > 0 ? [{ kind: 'both', before: old, after: now, height }] : [];
  const equalAt = (first: number, second: number) => {
    let count = 0;
    for (let row = 0; row < height; row += 1) if (isEqual(first + row, second + row)) count += 1;
    return count;
  };
  const isBelow = height > 0 && equalAt(oldEnd - height, nowEnd - height) > equalAt(old, now);
  const blocks: RowBlock[] = isBelow
    ? [
        { kind, before: old, after: now, height: rest },
        { kind: 'both', before: oldEnd - height, after: nowEnd - height, height },
      ]
    : [
        { kind: 'both', before: old, after: now, height },
        {
          kind,
          before: old + height,
          after: now + height,
          height: rest,
        },
      ];
  return blocks.filter((block) => block.height > 0);
}

/** Returns the number of rows of aligned images that are equal. */
export function equalRows(
  blocks: readonly RowBlock[],
  before: Uint32Array,
  after: Uint32Array,
): number {
  let count = 0;
  for (const block of blocks) {
    if (block.kind !== 'both') continue;
    for (let row = 0; row < block.height; row += 1) {
      if (before[block.before + row] === after[block.after + row]) count += 1;
    }
  }
  return count;
}
