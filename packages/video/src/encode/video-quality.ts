import { usualVideoQuality } from '@tintype/contract';
import type { FrameFormat } from './encoder.ts';

/** Values of a setting at `video_quality` 1, {@link usualVideoQuality} and 100. */
export type QualityScale = readonly [worst: number, usual: number, best: number];

/** Bits per pixel of encoders without constant quality: about libx264 at crf 20 by default. */
const bitsPerPixel: QualityScale = [0.01, 0.1, 0.4];

/** `quality` of libwebp. */
export const webpQuality: QualityScale = [5, 80, 100];

/** Returns the value of a setting at a `video_quality`. */
export function atQuality(
  [worst, usual, best]: QualityScale,
  quality: number = usualVideoQuality,
): number {
  return quality <= usualVideoQuality
    ? usual + ((worst - usual) * (usualVideoQuality - quality)) / (usualVideoQuality - 1)
    : usual + ((best - usual) * (quality - usualVideoQuality)) / (100 - usualVideoQuality);
}

/** Returns the rate for encoders without constant quality, in bits per second. */
export function bitsPerSecond({ width, height, fps, quality, bitrate }: FrameFormat): number {
  if (bitrate !== undefined) return bitrate * 1000;
  // On a logarithmic scale, as rates are perceived.
  const [worst, usual, best] = bitsPerPixel.map(Math.log) as [number, number, number];
  const perPixel = Math.exp(atQuality([worst, usual, best], quality));
  const least = (1_000_000 * perPixel) / bitsPerPixel[1];
  return Math.round(Math.max(least, width * height * fps * perPixel));
}
