/** Weights of the tokens of one kind: the amount that each of them adds to the log odds. */
export interface TokenWeights {
  readonly weights: Float32Array;
  readonly bias: number;
}

/** The log odds that tokens give. Many say less each than few do. */
export function tokenOdds({ weights, bias }: TokenWeights, tokens: readonly number[]): number {
  let sum = 0;
  for (const token of tokens) sum += weights[token]!;
  return bias + sum / Math.sqrt(tokens.length || 1);
}
