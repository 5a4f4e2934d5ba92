export type { EncodersOptions } from './encode/create-encoders.ts';
export type { EncoderKind } from './encode/encoder-kinds.ts';
export type {
  EncoderChoice,
  EncoderPageSource,
  Encoders,
  FrameFormat,
  OpenEncoderOptions,
  VideoEncoder,
  VideoFormat,
} from './encode/encoder.ts';
export { createVideo, type VideoOptions } from './create-video.ts';
