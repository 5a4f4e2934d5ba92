/** Reads weights from their text: a byte for each token, in steps of `step`. */
export function readTokenWeights(bias: number, step: number, text: string): TokenWeights {
  const bytes = new Int8Array(Buffer.from(text, 'base64'));
  return { bias, weights: new Float32Array(bytes).map((weight) => weight * step) };
}

/** Writes weights as text, with the step that its bytes count in. */
export function writeTokenWeights({ weights }: TokenWeights): { step: number; text: string } {
  const max = weights.reduce((found, weight) => Math.max(found, Math.abs(weight)), 0);
  const step = Number((max / 127).toPrecision(6)) || 1;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / step));
  return { step, text: Buffer.from(bytes.buffer).toString('base64') };
}

/** Weights of the tokens of one kind: the amount that each of them adds to the log odds. */
export interface TokenWeights {
  readonly weights: Float32Array;
  readonly bias: number;
}

/** Returns the log odds of tokens. The more tokens, the less each of them adds. */
export function tokenOdds({ weights, bias }: TokenWeights, tokens: readonly number[]): number {
  let sum = 0;
  for (const token of tokens) sum += weights[token]!;
  return bias + sum / Math.sqrt(tokens.length || 1);
}
