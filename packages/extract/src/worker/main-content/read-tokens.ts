import { tokenCount } from './block-tokens.ts';
import type { TokenWeights } from './token-odds.ts';

/** Reads weights from their text: a byte for each token, in steps of `step`. */
export function readTokenWeights(bias: number, step: number, text: string): TokenWeights {
  const bytes = new Int8Array(Uint8Array.from(Buffer.from(text, 'base64')));
  return {
    bias,
    weights: Float32Array.from({ length: tokenCount }, (_, at) => (bytes[at] ?? 0) * step),
  };
}

/** Writes weights as text, with the step that its bytes count in. */
export function writeTokenWeights({ weights }: TokenWeights): { step: number; text: string } {
  const max = weights.reduce((found, weight) => Math.max(found, Math.abs(weight)), 0);
  const step = Number((max / 127).toPrecision(6)) || 1;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / step));
  return { step, text: Buffer.from(bytes.buffer).toString('base64') };
}
