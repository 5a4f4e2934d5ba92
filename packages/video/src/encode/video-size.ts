import type { FrameFormat } from './encoder.ts';

export interface VideoSize {
  width: number;
  height: number;
}

/** H.264, VP9 and MPEG-4 have even sides: an odd one gets a copy of its outermost pixels. */
export function videoSize({ width, height, format }: FrameFormat): VideoSize {
  if (format === 'gif' || format === 'webp') return { width, height };
  return { width: width + (width % 2), height: height + (height % 2) };
}
