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
  let sum = bias;
  for (let tree = 0, end = -forks; tree < features.length; tree += forks, end += forks + 1) {
    let node = 0;
    // A number, not a choice: which way it goes cannot be predicted, and a branch would be.
    while (node < forks)
      node = node * 2 + 2 - Number(row[features[tree + node]!]! < thresholds[tree + node]!);
    sum += leaves[end + node]!;
  }
  return sum;
}

/** Reads a forest: per fork the feature (16 bits), the value (32), then the ends (32). */
export function readForest(depth: number, trees: number, bias: number, text: string): Forest {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  const forks = trees * (2 ** depth - 1);
  const ends = trees * 2 ** depth;
  const view = new DataView(bytes.buffer);
  const floats = (from: number, count: number) =>
    Float32Array.from({ length: count }, (_, index) => view.getFloat32(from + index * 4, true));
  return {
    depth,
    bias,
    features: Uint16Array.from({ length: forks }, (_, index) => view.getUint16(index * 2, true)),
    thresholds: floats(forks * 2, forks),
    leaves: floats(forks * 6, ends),
  };
}

/** The text that {@link readForest} reads. */
export function writeForest({ features, thresholds, leaves }: Forest): string {
  const buffer = Buffer.alloc(features.length * 6 + leaves.length * 4);
  for (const [index, feature] of features.entries()) buffer.writeUInt16LE(feature, index * 2);
  for (const [index, value] of thresholds.entries()) {
    buffer.writeFloatLE(value, features.length * 2 + index * 4);
  }
  for (const [index, value] of leaves.entries()) {
    buffer.writeFloatLE(value, features.length * 6 + index * 4);
  }
  return buffer.toString('base64');
}
