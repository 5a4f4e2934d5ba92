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
