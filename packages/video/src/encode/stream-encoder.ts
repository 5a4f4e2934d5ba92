import { RenderError } from '@tintype/contract';
import type { FrameFormat, VideoEncoder } from './encoder.ts';
import { createFrameStream } from './frame-stream.ts';
import { videoSize } from './video-size.ts';

/** Reads a stream of frames and makes a file of it. */
export interface FrameSink {
  /** Resolves when it can take more. */
  write(chunks: readonly Uint8Array[]): Promise<void>;
  /** Ends the stream and returns the file. */
  finish(): Promise<Uint8Array>;
  /** Ends it at once and removes what it left. Can be called more than once. */
  kill(): Promise<void>;
}

/** The frames to encode, and their sink. */
export interface StreamEncoderParts {
  name: string;
  pixels: VideoEncoder['pixels'];
  frames: FrameFormat;
  sink: FrameSink;
  signal: AbortSignal;
}

/** Creates an encoder from a sink of a {@link FrameSink stream of frames}. */
export function createStreamEncoder(parts: StreamEncoderParts): VideoEncoder {
  const { name, pixels, frames, sink, signal } = parts;
  const stream = createFrameStream(frames);
  let count = 0;
  let last: { image: Uint8Array; index: number } | undefined;

  let isOver = false;

  const abort = async () => {
    isOver = true;
    signal.removeEventListener('abort', onAbort);
    await sink.kill();
  };
  const onAbort = () => void abort();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();

  async function put(image: Uint8Array, index: number): Promise<void> {
    await sink.write(stream.frame(image, index));
    last = { image, index };
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (isOver) throw encoderFailed(name, new Error('it has ended'));
    try {
      return await work();
    } catch (error) {
      await abort();
      signal.throwIfAborted();
      throw encoderFailed(name, error);
    }
  }

  return {
    name,
    pixels,
    ...videoSize(frames),
    write: (image, repeat) =>
      guarded(async () => {
        await put(image, count);
        count += repeat;
      }),
    close: () =>
      guarded(async () => {
        if (last === undefined) throw new Error('no frame was written');
        // The next image determines when an image ends; the last one states its own duration.
        if (last.index < count - 1) await put(last.image, count - 1);
        const file = await sink.finish();
        await abort();
        return file;
      }),
    abort,
  };
}

/** The error for an encoder that ended otherwise than well. What it said is for the log. */
export function encoderFailed(name: string, cause: unknown): RenderError {
  return RenderError.from(cause, undefined, `The video could not be encoded: ${name} failed.`);
}
