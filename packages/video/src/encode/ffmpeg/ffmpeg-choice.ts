import type { FrameFormat, VideoEncoder, VideoFormat } from '../encoder.ts';
import { findFfmpeg, type FoundFfmpeg } from './find-ffmpeg.ts';
import { openFfmpegEncoder } from './open-ffmpeg-encoder.ts';
import { codecs } from './video-arguments.ts';

/** An ffmpeg that has been tried, or why there is none for a format. */
export type TriedFfmpeg = { program: FoundFfmpeg; codec: string } | { reason: string };

/** The ffmpeg of this machine. What it can do is found out once for each format. */
export interface FfmpegChoice {
  choose(format: VideoFormat): Promise<TriedFfmpeg>;
  open(frames: FrameFormat, signal: AbortSignal): Promise<VideoEncoder | { reason: string }>;
}

/** See {@link createFfmpegChoice}. */
export interface FfmpegChoiceOptions {
  /** The environment of this process. */
  env: Readonly<Record<string, string | undefined>>;
  tempDir: string;
}

/** Makes a {@link FfmpegChoice}. Nothing is looked for before somebody asks. */
export function createFfmpegChoice({ env, tempDir }: FfmpegChoiceOptions): FfmpegChoice {
  let finding: Promise<FoundFfmpeg | undefined> | undefined;
  const tried = new Map<VideoFormat, Promise<TriedFfmpeg>>();
  const choose = (format: VideoFormat): Promise<TriedFfmpeg> => {
    finding ??= findFfmpeg(env);
    const known = tried.get(format) ?? finding.then((found) => tryOut(found, format, tempDir));
    tried.set(format, known);
    return known;
  };
  return {
    choose,
    async open(frames, signal) {
      const choice = await choose(frames.format);
      if ('reason' in choice) return choice;
      return openFfmpegEncoder(frames, { ...choice, tempDir, signal });
    },
  };
}

/** What is compiled in does not always work: it may want hardware, or a library that has gone. */
async function tryOut(
  program: FoundFfmpeg | undefined,
  format: VideoFormat,
  tempDir: string,
): Promise<TriedFfmpeg> {
  if (program === undefined) return { reason: 'there is no ffmpeg in PATH' };
  const compiled = codecs[format].filter((codec) => program.encoders.has(codec));
  const frames = { width: trialSize, height: trialSize, fps: 30, format };
  const signal = AbortSignal.timeout(trialBoundMs);
  for (const codec of compiled) {
    try {
      const encoder = await openFfmpegEncoder(frames, { program, codec, tempDir, signal });
      await encoder.write(trialPicture, 2);
      if ((await encoder.close()).byteLength > 0) return { program, codec };
    } catch {
      // The next one may do.
    }
  }
  const state = compiled.length === 0 ? 'without' : 'with a broken';
  return { reason: `${program.path} is built ${state} ${codecs[format].join(', ')}` };
}

const trialBoundMs = 10_000;
const trialSize = 64;
/** A brown square. */
const trialPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAAA1BMVEWzWCrJu2MZAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQokWNgGAWjgHwAAAJAAAFgVTVqAAAAAElFTkSuQmCC',
  'base64',
);
