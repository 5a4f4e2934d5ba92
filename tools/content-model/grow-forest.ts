import type { Forest } from '../../packages/extract/src/worker/main-content/forest.ts';

/**
 * Training data of a forest: rows of features, their expected scores (0 to 1) and their weights.
 */
export interface Examples {
  rows: readonly Float32Array[];
  labels: Float32Array;
  weights: Float32Array;
}

/** Options of growing a forest. */
export interface Growth {
  trees: number;
  depth: number;
  rate: number;
  /** The share of rows and of features that one tree sees. */
  rowShare: number;
  featureShare: number;
  /** Minimum weight of a leaf. */
  least: number;
  /** Regularisation of leaves towards 0. */
  ridge: number;
}

const bins = 48;

/** Training data in the form that `growForest` reads. */
interface Grown {
  columns: readonly Uint8Array[];
  edges: readonly Float32Array[];
  gradients: Float32Array;
  curvatures: Float32Array;
  /** The current fork of each row, counted over all levels. */
  node: Uint16Array;
}

/**
 * Grows a forest by gradient boosting on histograms, for the logistic loss. The same examples result
 * in the same forest.
 */
export function growForest({ rows, labels, weights }: Examples, growth: Growth): Forest {
  const { trees, depth, rate, rowShare, featureShare, ridge } = growth;
  const count = rows.length;
  const width = rows[0]?.length ?? 0;
  const forks = 2 ** depth - 1;
  const features = new Uint16Array(trees * forks);
  const thresholds = new Float32Array(trees * forks).fill(Number.NEGATIVE_INFINITY);
  const leaves = new Float32Array(trees * (forks + 1));
  let sum = 0;
  let all = 0;
  for (let row = 0; row < count; row += 1) {
    sum += (labels[row] ?? 0) * (weights[row] ?? 0);
    all += weights[row] ?? 0;
  }
  const bias = Math.log(sum / (all - sum));
  const odds = new Float32Array(count).fill(bias);
  const gradients = new Float32Array(count);
  const curvatures = new Float32Array(count);
  const node = new Uint16Array(count);
  const grown = { ...binned(rows, width), gradients, curvatures, node };
  const random = seeded(7);
  for (let tree = 0; tree < trees; tree += 1) {
    const picked: number[] = [];
    for (let row = 0; row < count; row += 1) {
      const chance = 1 / (1 + Math.exp(-odds[row]!));
      gradients[row] = (chance - labels[row]!) * weights[row]!;
      curvatures[row] = Math.max(chance * (1 - chance), 1e-6) * weights[row]!;
      if (random() < rowShare) picked.push(row);
    }
    const seen: number[] = [];
    for (let feature = 0; feature < width; feature += 1)
      if (random() < featureShare && grown.edges[feature]!.length > 0) seen.push(feature);
    const at = tree * forks;
    growTree(grown, growth, Uint32Array.from(picked), seen, (fork, feature, bin) => {
      features[at + fork] = feature;
      thresholds[at + fork] = grown.edges[feature]![bin]!;
    });
    const g = new Float64Array(forks + 1);
    const h = new Float64Array(forks + 1);
    for (const row of picked) {
      g[node[row]! - forks]! += gradients[row]!;
      h[node[row]! - forks]! += curvatures[row]!;
    }
    for (let leaf = 0; leaf <= forks; leaf += 1)
      leaves[tree * (forks + 1) + leaf] = (-rate * g[leaf]!) / (h[leaf]! + ridge);
    for (let row = 0; row < count; row += 1)
      odds[row]! += leaves[tree * (forks + 1) + node[row]! - forks]!;
  }
  return { depth, features, thresholds, leaves, bias };
}

/**
 * Grows one tree from a sample of the rows, tells its forks, and leaves every row at the end that
 * it comes to.
 */
function growTree(
  grown: Grown,
  growth: Growth,
  sample: Uint32Array,
  seen: readonly number[],
  tell: (fork: number, feature: number, bin: number) => void,
): void {
  const { columns, node } = grown;
  const wide = 2 ** (growth.depth - 1) * bins * 2;
  let sums = new Float64Array(seen.length * wide);
  let before = new Float64Array(seen.length * wide);
  node.fill(0);
  for (let level = 0; level < growth.depth; level += 1) {
    const nodes = 2 ** level;
    const start = nodes - 1;
    [sums, before] = [before, sums];
    const isCounted = smallerOf(node, sample, start, nodes);
    const read = readGradients(grown, sample, start, isCounted);
    const best = Array.from({ length: nodes }, () => ({ gain: 1e-6, feature: 0, bin: -1 }));
    for (const [place, feature] of seen.entries()) {
      const own = sums.subarray(place * wide, (place + 1) * wide);
      addUp(own, columns[feature]!, read);
      const parents = before.subarray(place * wide, (place + 1) * wide);
      if (level > 0) fillOthers(own, parents, isCounted);
      const steps = grown.edges[feature]!.length;
      for (let one = 0; one < nodes; one += 1) {
        const found = bestStep(own, one * bins * 2, steps, growth);
        if (found.gain > best[one]!.gain) best[one] = { ...found, feature };
      }
    }
    for (const [one, { feature, bin }] of best.entries())
      if (bin >= 0) tell(start + one, feature, bin);
    for (let row = 0; row < node.length; row += 1) {
      const { feature, bin } = best[node[row]! - start]!;
      const isBelow = bin >= 0 && columns[feature]![row]! <= bin;
      node[row] = node[row]! * 2 + (isBelow ? 1 : 2);
    }
  }
}

/**
 * Returns the fork of each pair with fewer rows: the sums of the other are the rest of their
 * parent's.
 */
function smallerOf(
  node: Uint16Array,
  sample: Uint32Array,
  start: number,
  nodes: number,
): Uint8Array {
  const counts = new Uint32Array(nodes);
  for (const row of sample) counts[node[row]! - start]! += 1;
  return Uint8Array.from(counts, (count, one) => {
    const other = counts[one ^ 1] ?? Infinity;
    return count < other || (count === other && one % 2 === 0) ? 1 : 0;
  });
}

/**
 * What is added up for the forks that are counted: one after the other in memory, since the loop
 * over it is nearly all of the time.
 */
function readGradients(
  { gradients, curvatures, node }: Grown,
  sample: Uint32Array,
  start: number,
  isCounted: Uint8Array,
): { rows: Uint32Array; places: Uint32Array; pairs: Float32Array } {
  const rows = sample.filter((row) => isCounted[node[row]! - start]);
  const pairs = new Float32Array(rows.length * 2);
  for (let index = 0; index < rows.length; index += 1) {
    pairs[index * 2] = gradients[rows[index]!]!;
    pairs[index * 2 + 1] = curvatures[rows[index]!]!;
  }
  return { rows, pairs, places: rows.map((row) => (node[row]! - start) * bins * 2) };
}

function addUp(
  sums: Float64Array,
  column: Uint8Array,
  { rows, places, pairs }: ReturnType<typeof readGradients>,
): void {
  sums.fill(0);
  for (let index = 0; index < rows.length; index += 1) {
    const at = places[index]! + column[rows[index]!]! * 2;
    sums[at]! += pairs[index * 2]!;
    sums[at + 1]! += pairs[index * 2 + 1]!;
  }
}

function fillOthers(sums: Float64Array, parents: Float64Array, isCounted: Uint8Array): void {
  const size = bins * 2;
  for (let one = 0; one < isCounted.length; one += 1) {
    if (isCounted[one]) continue;
    const parent = (one >> 1) * size;
    for (let at = 0; at < size; at += 1)
      sums[one * size + at] = parents[parent + at]! - sums[(one ^ 1) * size + at]!;
  }
}

/** Returns the best threshold of one feature for the rows of a fork. */
function bestStep(
  sums: Float64Array,
  from: number,
  steps: number,
  { least, ridge }: Growth,
): { gain: number; bin: number } {
  let gAll = 0;
  let hAll = 0;
  for (let at = from; at < from + bins * 2; at += 2) {
    gAll += sums[at]!;
    hAll += sums[at + 1]!;
  }
  const whole = (gAll * gAll) / (hAll + ridge);
  let gLeft = 0;
  let hLeft = 0;
  let best = { gain: 0, bin: -1 };
  for (let bin = 0; bin < steps; bin += 1) {
    gLeft += sums[from + bin * 2]!;
    hLeft += sums[from + bin * 2 + 1]!;
    const hRight = hAll - hLeft;
    if (hLeft < least || hRight < least) continue;
    const gRight = gAll - gLeft;
    const gain = (gLeft * gLeft) / (hLeft + ridge) + (gRight * gRight) / (hRight + ridge) - whole;
    if (gain > best.gain) best = { gain, bin };
  }
  return best;
}

/**
 * Each feature in at most 48 steps with about as many rows each. A value is in a bin when it is
 * below the edge after it.
 */
function binned(
  rows: readonly Float32Array[],
  width: number,
): { columns: Uint8Array[]; edges: Float32Array[] } {
  const columns: Uint8Array[] = [];
  const edges: Float32Array[] = [];
  const step = Math.max(1, Math.floor(rows.length / 20_000));
  for (let feature = 0; feature < width; feature += 1) {
    const values = Float32Array.from(
      { length: Math.ceil(rows.length / step) },
      (_, index) => rows[index * step]![feature]!,
    ).sort();
    const distinct = [...new Set(values)];
    const found: number[] = [];
    if (distinct.length <= bins) {
      for (let index = 1; index < distinct.length; index += 1)
        found.push((distinct[index - 1]! + distinct[index]!) / 2);
    } else {
      for (let bin = 1; bin < bins; bin += 1) {
        const value = values[Math.floor((bin * values.length) / bins)]!;
        if (value !== found.at(-1) && value !== values[0]) found.push(value);
      }
    }
    const own = Float32Array.from(found);
    edges.push(own);
    const column = new Uint8Array(rows.length);
    for (let row = 0; row < rows.length; row += 1) {
      const value = rows[row]![feature]!;
      let low = 0;
      let high = own.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value < own[middle]!) high = middle;
        else low = middle + 1;
      }
      column[row] = low;
    }
    columns.push(column);
  }
  return { columns, edges };
}

/** Returns a reproducible generator of numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
