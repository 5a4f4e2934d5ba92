import type { VideoFormat } from './encoder.ts';

/** The ways to encode. */
export type EncoderKind = 'ffmpeg' | 'WebCodecs' | 'ffmpeg.wasm' | 'sharp';

/** The encoders of each format, best first. */
export const encodersFor = {
  mp4: ['ffmpeg', 'WebCodecs', 'ffmpeg.wasm'],
  mov: ['ffmpeg', 'WebCodecs', 'ffmpeg.wasm'],
  webm: ['ffmpeg', 'WebCodecs', 'ffmpeg.wasm'],
  avi: ['ffmpeg', 'ffmpeg.wasm'],
  gif: ['ffmpeg', 'sharp'],
  webp: ['ffmpeg', 'sharp'],
} as const satisfies Record<VideoFormat, readonly EncoderKind[]>;

/** The encoders that keep transparency, best first. */
export const alphaEncodersFor: Partial<Record<VideoFormat, readonly EncoderKind[]>> = {
  mov: ['ffmpeg'],
  webm: ['ffmpeg'],
  gif: encodersFor.gif,
  webp: encodersFor.webp,
};

/** Instructions for installing a missing encoder. */
export const installHint =
  'Install ffmpeg, or the packages @ffmpeg.wasm/main and @ffmpeg.wasm/core-st.';

/** The reason why ffmpeg.wasm, the last choice, cannot be used. */
export const wasmMissing = '@ffmpeg.wasm/main and @ffmpeg.wasm/core-st are not installed';
