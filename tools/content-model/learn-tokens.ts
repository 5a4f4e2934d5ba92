import { tokenCount } from '../../packages/extract/src/worker/main-content/block-tokens.ts';
import type { TokenWeights } from '../../packages/extract/src/worker/main-content/read-tokens.ts';
import { seeded } from './grow-forest.ts';

/** Tokens of one kind, with the expected score (0 to 1) and its weight. */
interface TokenExample {
  tokens: readonly number[];
  label: number;
  weight: number;
}

const rounds = 3;
const rate = 0.15;
const pull = 1e-5;

/**
 * Learns the weight of each token by logistic regression, one example after the other. The same
 * examples result in the same weights.
 */
export function learnTokens(examples: readonly TokenExample[]): TokenWeights {
  const random = seeded(1);
  const order = Uint32Array.from(examples.keys());
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  const mean = examples.reduce((sum, { weight }) => sum + weight, 0) / examples.length;
  const weights = new Float32Array(tokenCount);
  const squares = new Float32Array(tokenCount).fill(0.1);
  let bias = -0.5;
  for (let round = 0; round < rounds; round += 1) {
    for (const index of order) {
      const { tokens, label, weight } = examples[index]!;
      const share = 1 / Math.sqrt(tokens.length || 1);
      let sum = 0;
      for (const token of tokens) sum += weights[token]!;
      const miss = 1 / (1 + Math.exp(-bias - sum * share)) - label;
      const slope = miss * Math.min(5, weight / mean);
      bias -= 0.005 * slope;
      for (const token of tokens) {
        const own = slope * share + pull * weights[token]!;
        squares[token]! += own * own;
        weights[token]! -= (rate * own) / Math.sqrt(squares[token]!);
      }
    }
  }
  return { weights, bias };
}
