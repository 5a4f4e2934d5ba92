import type { Forest } from '../src/worker/main-content/forest.ts';
import { seeded } from './seeded.ts';

/** What a forest is grown from: rows of features, what they should give (0 to 1), and how much each counts. */
export interface Examples {
  rows: readonly Float32Array[];
  labels: Float32Array;
  weights: Float32Array;
}

/** How a forest grows. */
export interface Growth {
  trees: number;
  depth: number;
  rate: number;
  /** The share of rows and of features that one tree sees. */
  rowShare: number;
  featureShare: number;
  /** The least weight of an end. */
  least: number;
  /** Pulls ends towards nothing. */
  ridge: number;
}

const bins = 48;

/** Grows a forest by gradient boosting on histograms, for the logistic loss. The same examples give the same forest. */
export function growForest({ rows, labels, weights }: Examples, growth: Growth): Forest {
  const { trees, depth, rate, rowShare, featureShare, least, ridge } = growth;
  const count = rows.length;
  const width = rows[0]?.length ?? 0;
  const { columns, edges } = binned(rows, width);
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
  const random = seeded(7);
  for (let tree = 0; tree < trees; tree += 1) {
    const picked: number[] = [];
    for (let row = 0; row < count; row += 1) {
      const chance = 1 / (1 + Math.exp(-odds[row]!));
      gradients[row] = (chance - labels[row]!) * weights[row]!;
      curvatures[row] = Math.max(chance * (1 - chance), 1e-6) * weights[row]!;
      if (random() < rowShare) picked.push(row);
    }
    node.fill(0);
    const seen: number[] = [];
    for (let feature = 0; feature < width; feature += 1)
      if (random() < featureShare) seen.push(feature);
    const sample = Uint32Array.from(picked);
    // One after the other in memory: the loop over them is nearly all of the time.
    const sampleGradients = Float32Array.from(sample, (row) => gradients[row]!);
    const sampleCurvatures = Float32Array.from(sample, (row) => curvatures[row]!);
    for (let level = 0; level < depth; level += 1) {
      const nodes = 2 ** level;
      const start = nodes - 1;
      const places = Uint32Array.from(sample, (row) => (node[row]! - start) * bins);
      const best = Array.from({ length: nodes }, () => ({ gain: 1e-6, feature: 0, bin: -1 }));
      const g = new Float64Array(nodes * bins);
      const h = new Float64Array(nodes * bins);
      for (const feature of seen) {
        if ((edges[feature]?.length ?? 0) === 0) continue;
        g.fill(0);
        h.fill(0);
        const column = columns[feature]!;
        for (let index = 0; index < sample.length; index += 1) {
          const at = places[index]! + column[sample[index]!]!;
          g[at]! += sampleGradients[index]!;
          h[at]! += sampleCurvatures[index]!;
        }
        for (let one = 0; one < nodes; one += 1) {
          let gAll = 0;
          let hAll = 0;
          for (let bin = 0; bin < bins; bin += 1) {
            gAll += g[one * bins + bin]!;
            hAll += h[one * bins + bin]!;
          }
          let gLeft = 0;
          let hLeft = 0;
          const whole = (gAll * gAll) / (hAll + ridge);
          for (let bin = 0; bin < edges[feature]!.length; bin += 1) {
            gLeft += g[one * bins + bin]!;
            hLeft += h[one * bins + bin]!;
            const hRight = hAll - hLeft;
            if (hLeft < least || hRight < least) continue;
            const gRight = gAll - gLeft;
            const gain =
              (gLeft * gLeft) / (hLeft + ridge) + (gRight * gRight) / (hRight + ridge) - whole;
            if (gain > best[one]!.gain) best[one] = { gain, feature, bin };
          }
        }
      }
      for (const [one, { feature, bin }] of best.entries()) {
        const at = tree * forks + start + one;
        features[at] = feature;
        thresholds[at] = bin < 0 ? Number.NEGATIVE_INFINITY : edges[feature]![bin]!;
      }
      for (let row = 0; row < count; row += 1) {
        const { feature, bin } = best[node[row]! - start]!;
        const isBelow = bin >= 0 && columns[feature]![row]! <= bin;
        node[row] = node[row]! * 2 + (isBelow ? 1 : 2);
      }
    }
    const g = new Float64Array(forks + 1);
    const h = new Float64Array(forks + 1);
    for (const row of picked) {
      g[node[row]! - forks]! += gradients[row]!;
      h[node[row]! - forks]! += curvatures[row]!;
    }
    for (let leaf = 0; leaf <= forks; leaf += 1) {
      leaves[tree * (forks + 1) + leaf] = (-rate * g[leaf]!) / (h[leaf]! + ridge);
    }
    for (let row = 0; row < count; row += 1)
      odds[row]! += leaves[tree * (forks + 1) + node[row]! - forks]!;
  }
  return { depth, features, thresholds, leaves, bias };
}

/** Each feature in at most 48 steps with about as many rows each. A value is in a bin when it is below the edge after it. */
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
