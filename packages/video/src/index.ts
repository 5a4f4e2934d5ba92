export type {
  EncoderChoice,
  EncoderPageSource,
  Encoders,
  FrameFormat,
  OpenEncoderOptions,
  VideoEncoder,
  VideoFormat,
} from './encode/encoder.ts';
