import type { FrameFormat } from './encoder.ts';

/** H.264, VP9 and MPEG-4 have even sides: an odd one gets a copy of its outermost pixels. */
export function videoSize({ width, height, format }: FrameFormat) {
  if (format === 'gif' || format === 'webp') return { width, height };
  return { width: width + (width % 2), height: height + (height % 2) };
}
