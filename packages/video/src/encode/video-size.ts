import type { FrameFormat } from './encoder.ts';

export interface VideoSize {
  width: number;
  height: number;
}

/**
 * H.264, VP9 and MPEG-4 with 4:2:0 colours have even sides: an odd one gets one more pixel, a copy
 * of the outermost, so that nothing of the page is lost. GIF and WebP keep odd sides.
 */
export function videoSize({ width, height, format }: FrameFormat): VideoSize {
  if (format === 'gif' || format === 'webp') return { width, height };
  return { width: width + (width % 2), height: height + (height % 2) };
}
