import type { ScreencastRequest } from '@tintype/contract';
import type { Lease } from '@tintype/core';

/** A format of `kind: 'screencast'`. */
export type VideoFormat = ScreencastRequest['format'];

/** Format of the images of frames. */
export type ImageFormat = 'jpeg' | 'png';

/** The frames that will come. */
export interface FrameFormat {
  /** Pixels of the frames as captured; may be odd. */
  width: number;
  height: number;
  /** Frames per second of the video. */
  fps: number;
  format: VideoFormat;
  /** `video_quality`, from 1 to 100; default: `usualVideoQuality`. */
  quality?: number | undefined;
  /** `video_bitrate` in kbit/s, which replaces a constant quality. */
  bitrate?: number | undefined;
  /** Keeps the transparency of the images, which are PNGs then. Default: false. */
  alpha?: boolean | undefined;
}

/** Encodes one video from frames. */
export interface VideoEncoder {
  /** For people: `ffmpeg`, `WebCodecs`, `ffmpeg.wasm`, `sharp`. */
  readonly name: string;
  /** Image format of {@link VideoEncoder.write}. PNG, slower, is always accepted. */
  readonly pixels: ImageFormat;
  /** Size of the video: even where the codec wants that, else as captured. */
  readonly width: number;
  readonly height: number;
  /** Adds an image shown `repeat` times; await it before the next call. Throws RenderError */
  write(image: Uint8Array, repeat: number): Promise<void>;
  /** Ends the file and gives its bytes. */
  close(): Promise<Uint8Array>;
  /** Stops the encoder and removes its temporary files. Can be called at any time, repeatedly. */
  abort(): Promise<void>;
}

/** Returns a blank page of the engine's own browser, without network. */
export type EncoderPageSource = (signal: AbortSignal) => Promise<Lease>;

/** Options of {@link Encoders.open}. */
export interface OpenEncoderOptions {
  /** Aborts the encoder, also one that is open. */
  signal: AbortSignal;
  /** For encoders that run in a page. Without it they are left out. */
  browser?: EncoderPageSource;
  /** The largest file. Default 500 MB. */
  maxBytes?: number;
}

export type EncoderBounds = Required<Pick<OpenEncoderOptions, 'signal' | 'maxBytes'>>;

/** The encoder for a format. */
export interface EncoderChoice {
  /** For people: `ffmpeg 7.1`, `WebCodecs`; `none` when the format cannot be made. */
  encoder: string;
  /** The name of ffmpeg's own encoder. */
  codec?: string;
  /** Why not a better one, or what else a person should know. */
  note?: string;
  /** True if an encoder keeps the transparency of `omit_background`; it may be another one. */
  isTransparent?: boolean;
}

/** The encoders of this machine. */
export interface Encoders {
  /** Opens the best encoder for a format. Throws `unsupported`, naming the missing program. */
  open(frames: FrameFormat, options: OpenEncoderOptions): Promise<VideoEncoder>;
  /** Returns the encoder that each format would get. For `tintype doctor`. */
  describe(browser?: EncoderPageSource): Promise<Record<VideoFormat, EncoderChoice>>;
}
