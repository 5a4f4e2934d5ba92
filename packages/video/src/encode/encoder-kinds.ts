import type { VideoFormat } from './encoder.ts';

/** The ways to encode. */
export type EncoderKind = 'ffmpeg' | 'WebCodecs' | 'ffmpeg.wasm' | 'sharp';

/** The encoders of each format, the best first. */
export const encodersFor = {
  mp4: ['ffmpeg', 'WebCodecs', 'ffmpeg.wasm'],
  mov: ['ffmpeg', 'WebCodecs', 'ffmpeg.wasm'],
  webm: ['ffmpeg', 'WebCodecs', 'ffmpeg.wasm'],
  avi: ['ffmpeg', 'ffmpeg.wasm'],
  gif: ['ffmpeg', 'sharp'],
  webp: ['ffmpeg', 'sharp'],
} as const satisfies Record<VideoFormat, readonly EncoderKind[]>;
