import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncoderBounds, FrameFormat, VideoEncoder } from '../encoder.ts';
import { keptTimes, refuseLargeFile } from '../file-bound.ts';
import { createStreamEncoder, type FrameSink } from '../stream-encoder.ts';
import type { WorkFolder, WorkFolders } from '../work-folder.ts';
import { gifArguments, paletteArguments, webpArguments } from './animation-arguments.ts';
import { startFfmpeg, type FfmpegProcess, type FfmpegProgram } from './ffmpeg-process.ts';
import { videoArguments } from './video-arguments.ts';

export interface FfmpegEncoderOptions extends EncoderBounds {
  program: FfmpegProgram;
  /** The name of ffmpeg's own encoder. */
  codec: string;
  folders: WorkFolders;
}

const FROM_STDIN = ['-f', 'matroska', '-i', 'pipe:0'];

/** Starts an ffmpeg of this machine. */
export async function openFfmpegEncoder(
  frames: FrameFormat,
  { program, codec, folders, signal, maxBytes }: FfmpegEncoderOptions,
): Promise<VideoEncoder> {
  const folder = await folders.create();
  const makeSink = frames.format === 'gif' ? createGifSink : createFileSink;
  try {
    const sink = await makeSink({ program, folder, frames, codec, maxBytes });
    const pixels = frames.format === 'gif' || frames.alpha ? 'png' : 'jpeg';
    return createStreamEncoder({ name: 'ffmpeg', pixels, frames, sink, signal });
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

interface SinkParts {
  program: FfmpegProgram;
  folder: WorkFolder;
  frames: FrameFormat;
  codec: string;
  maxBytes: number;
}

/** Number of images written between two checks of the file's size. */
const looksEvery = 30;

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.size ?? 0;
}

/** One pass. Containers except GIF are finished by seeking to their start: no pipe. */
async function createFileSink({
  program,
  folder,
  frames,
  codec,
  maxBytes,
}: SinkParts): Promise<FrameSink> {
  const file = join(folder.path, 'video');
  const args = frames.format === 'webp' ? webpArguments(frames) : videoArguments(frames, codec);
  const process = startFfmpeg(program, [...FROM_STDIN, ...args, file], folder.path);
  let images = 0;
  let earlyBytes: number | undefined;
  const look = async () => {
    refuseLargeFile(await sizeOf(file), maxBytes);
    if (frames.format !== 'webp') return;
    // ffmpeg keeps a WebP in memory until its end.
    const bytes = await process.memoryBytes();
    earlyBytes ??= bytes;
    refuseLargeFile(bytes - earlyBytes, maxBytes);
  };
  return {
    async write(chunks) {
      await process.write(chunks);
      images += 1;
      if (images % looksEvery === 0) await look();
    },
    async finish() {
      await process.finish();
      await look();
      return await readFile(file);
    },
    async kill() {
      await process.kill();
      await folder.remove();
    },
  };
}

/** Two passes: the palette is known at the end, so images wait in a file as received. */
async function createGifSink({ program, folder, frames, maxBytes }: SinkParts): Promise<FrameSink> {
  const kept = await open(join(folder.path, 'frames'), 'wx');
  const palette = join(folder.path, 'palette.png');
  const run = (args: readonly string[]) => startFfmpeg(program, args, folder.path, maxBytes);
  let process: FfmpegProcess = run([...FROM_STDIN, ...paletteArguments, palette]);
  let isKilled = false;
  let keptBytes = 0;
  return {
    async write(chunks) {
      const [, { bytesWritten }] = await Promise.all([
        process.write(chunks),
        kept.writev([...chunks]),
      ]);
      keptBytes += bytesWritten;
      refuseLargeFile(keptBytes / keptTimes, maxBytes);
    },
    async finish() {
      await process.finish();
      await kept.close();
      if (isKilled) throw new Error('killed');
      const source = ['-f', 'matroska', '-i', join(folder.path, 'frames'), '-i', palette];
      process = run([...source, ...gifArguments(frames), 'pipe:1']);
      return await process.finish();
    },
    async kill() {
      isKilled = true;
      await process.kill();
      await kept.close().catch(() => {});
      await folder.remove();
    },
  };
}
