/** Decision trees of one depth: at every fork, is this feature below that value. */
export interface Forest {
  readonly depth: number;
  /** For each tree its forks, level by level: the feature, and the value to compare. */
  readonly features: Uint16Array;
  readonly thresholds: Float32Array;
  /** For each tree what its ends add to the log odds. */
  readonly leaves: Float32Array;
  readonly bias: number;
}

/** Returns the log odds of a row of features. */
export function logOdds(forest: Forest, row: Float32Array): number {
  const { depth, features, thresholds, leaves, bias } = forest;
  const forks = 2 ** depth - 1;
  const trees = features.length / forks;
  let sum = bias;
  for (let tree = 0; tree < trees; tree += 1) {
    let node = 0;
    while (node < forks) {
      const at = tree * forks + node;
      const isBelow = (row[features[at] ?? 0] ?? 0) < (thresholds[at] ?? 0);
      node = node * 2 + (isBelow ? 1 : 2);
    }
    sum += leaves[tree * (forks + 1) + node - forks] ?? 0;
  }
  return sum;
}
