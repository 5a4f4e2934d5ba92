import { tmpdir } from 'node:os';
import { RenderError } from '@tintype/contract';
import type { AnimationFrames } from './animation/open-sharp-encoder.ts';
import type { Encoders, FrameFormat, OpenEncoderOptions, VideoEncoder } from './encoder.ts';
import { describeEncoders } from './describe-encoders.ts';
import {
  alphaEncodersFor,
  encodersFor,
  installHint,
  wasmMissing,
  type EncoderKind,
} from './encoder-kinds.ts';
import { maxFileBytes } from './file-bound.ts';
import { createFfmpegChoice, type FfmpegChoice } from './ffmpeg/ffmpeg-choice.ts';
import type { WasmFrames } from './wasm/open-wasm-encoder.ts';
import type { WebcodecsFrames } from './webcodecs/mux-video.ts';

/** Options of {@link createEncoders}. */
export interface EncodersOptions {
  /** The environment of this process: ffmpeg is looked for in its PATH. */
  env: Readonly<Record<string, string | undefined>>;
  /** Parent of private folders. Default: the system's folder for temporary files. */
  tempDir?: string;
  /** The only kinds that are used. Default: all of them. */
  use?: readonly EncoderKind[];
}

/** An encoder, or why there is none. */
type Opened = VideoEncoder | { reason: string };

/**
 * Creates the encoders of this machine. The first video searches for, loads and starts them.
 * @example
 * const encoders = createEncoders({ env });
 * const encoder = await encoders.open(
 *   { width: 1280, height: 720, fps: 30, format: 'mp4' },
 *   { signal },
 * );
 */
export function createEncoders({ env, tempDir = tmpdir(), use }: EncodersOptions): Encoders {
  const ffmpeg = createFfmpegChoice({ env, tempDir });
  const usable = (kinds: readonly EncoderKind[]) =>
    kinds.filter((kind) => use?.includes(kind) ?? true);
  const kindsFor = (format: FrameFormat['format']) => usable(encodersFor[format]);
  return {
    async open(frames, options) {
      const reasons: string[] = [];
      const { format, alpha = false } = frames;
      const kinds = alpha ? usable(alphaEncodersFor[format] ?? []) : kindsFor(format);
      for (const kind of kinds) {
        options.signal.throwIfAborted();
        const opened = await openKind(kind, frames, options, ffmpeg);
        if ('write' in opened) return opened;
        reasons.push(opened.reason);
      }
      throw new RenderError(
        'unsupported',
        alpha
          ? `No encoder keeps the transparency of ${format}: ${reasons.join('; ')}. Install ffmpeg, or use webp or gif.`
          : `There is no encoder for ${format} at ${frames.width} x ${frames.height}: ${reasons.join('; ')}. ${installHint}`,
      );
    },
    describe: (browser) => describeEncoders({ ffmpeg, kindsFor, browser }),
  };
}

async function openKind(
  kind: EncoderKind,
  frames: FrameFormat,
  options: OpenEncoderOptions,
  ffmpeg: FfmpegChoice,
): Promise<Opened> {
  const { signal, browser, maxBytes = maxFileBytes } = options;
  switch (kind) {
    case 'ffmpeg':
      return ffmpeg.open(frames, { signal, maxBytes });
    case 'WebCodecs': {
      if (browser === undefined) return { reason: 'there is no browser to encode in' };
      const { openWebcodecsEncoder } = await import('./webcodecs/open-webcodecs-encoder.ts');
      try {
        const opened = await openWebcodecsEncoder(frames as WebcodecsFrames, {
          browser,
          signal,
          maxBytes,
        });
        return opened ?? { reason: 'the browser does not encode it' };
      } catch (error) {
        signal.throwIfAborted();
        return { reason: `the browser failed (${causeOf(error)})` };
      }
    }
    case 'ffmpeg.wasm': {
      const { hasWasm, openWasmEncoder } = await import('./wasm/open-wasm-encoder.ts');
      if (!hasWasm()) return { reason: wasmMissing };
      return openWasmEncoder(frames as WasmFrames, { signal, maxBytes });
    }
    case 'sharp': {
      const { openSharpEncoder } = await import('./animation/open-sharp-encoder.ts');
      return openSharpEncoder(frames as AnimationFrames, { signal, maxBytes });
    }
  }
}

function causeOf(error: unknown): string {
  const { cause = error } = error as Error;
  return cause instanceof Error ? cause.message : String(cause);
}
