import { createLazy, type Lazy } from '@tintype/core';
import type { EncoderBounds, FrameFormat, VideoEncoder, VideoFormat } from '../encoder.ts';
import { maxFileBytes } from '../file-bound.ts';
import { findFfmpeg, type FoundFfmpeg } from './find-ffmpeg.ts';
import { openFfmpegEncoder } from './open-ffmpeg-encoder.ts';
import { createWorkFolders, type WorkFolders } from '../work-folder.ts';
import { alphaCodecs, codecs } from './video-arguments.ts';

/** An ffmpeg that passed a trial, or why there is none for a format. */
export type TestedFfmpeg = { program: FoundFfmpeg; codec: string } | { reason: string };

/** The ffmpeg of this machine. A format that fails is tested again, with pauses. */
export interface FfmpegChoice {
  choose(format: VideoFormat, alpha?: boolean): Promise<TestedFfmpeg>;
  open(frames: FrameFormat, bounds: EncoderBounds): Promise<VideoEncoder | { reason: string }>;
}

/** See {@link createFfmpegChoice}. */
export interface FfmpegChoiceOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Parent of private folders. */
  tempDir: string;
}

/** Creates a {@link FfmpegChoice}. It searches on first use. */
export function createFfmpegChoice({ env, tempDir }: FfmpegChoiceOptions): FfmpegChoice {
  const folders = createWorkFolders(tempDir);
  const finding = createLazy(() => findFfmpeg(env), { keep: (found) => found !== undefined });
  const tested = new Map<string, Lazy<TestedFfmpeg>>();
  const trialOf = (format: VideoFormat, alpha: boolean): Lazy<TestedFfmpeg> =>
    createLazy(async () => tryOut(await finding.get(), { format, alpha }, folders), {
      // A full disk or a busy machine makes the best ffmpeg fail.
      keep: (choice) => 'program' in choice,
    });
  const choose = (format: VideoFormat, alpha = false): Promise<TestedFfmpeg> => {
    const key = `${format} ${alpha}`;
    const known = tested.get(key) ?? trialOf(format, alpha);
    tested.set(key, known);
    return known.get();
  };
  return {
    choose,
    async open(frames, bounds) {
      const choice = await choose(frames.format, frames.alpha);
      if ('reason' in choice) return choice;
      return openFfmpegEncoder(frames, { ...choice, ...bounds, folders });
    },
  };
}

/** A compiled-in encoder may need hardware, or a library that is missing. */
async function tryOut(
  program: FoundFfmpeg | undefined,
  wanted: Pick<FrameFormat, 'format' | 'alpha'>,
  folders: WorkFolders,
): Promise<TestedFfmpeg> {
  if (program === undefined) return { reason: 'there is no ffmpeg in PATH' };
  const known = (wanted.alpha ? alphaCodecs[wanted.format] : codecs[wanted.format]) ?? [];
  const compiled = known.filter((codec) => program.encoders.has(codec));
  const frames = { width: trialSize, height: trialSize, fps: 30, ...wanted };
  const bounds = { signal: AbortSignal.timeout(trialBoundMs), maxBytes: maxFileBytes };
  for (const codec of compiled) {
    try {
      const encoder = await openFfmpegEncoder(frames, { program, codec, folders, ...bounds });
      await encoder.write(trialImage, 2);
      if ((await encoder.close()).byteLength > 0) return { program, codec };
    } catch {
      // The next one may do.
    }
  }
  const state = compiled.length === 0 ? 'without' : 'with a broken';
  return { reason: `${program.path} is built ${state} ${known.join(', ')}` };
}

const trialBoundMs = 10_000;
const trialSize = 64;
/** A brown square. */
const trialImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAAA1BMVEWzWCrJu2MZAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQokWNgGAWjgHwAAAJAAAFgVTVqAAAAAElFTkSuQmCC',
  'base64',
);
