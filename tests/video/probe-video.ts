import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unlessInstalled } from '@tintype/testkit';

/** Why tests that read videos with ffmpeg and ffprobe are skipped; false if both are installed. */
export const withoutFfmpeg = unlessInstalled('ffmpeg', 'ffprobe');

/** Output of ffprobe for the one stream. */
export interface VideoInfo {
  codec_name: string;
  width: number;
  height: number;
  pix_fmt?: string;
  color_range?: string;
  color_space?: string;
  color_transfer?: string;
  color_primaries?: string;
  avg_frame_rate: string;
  /** Of each frame, in seconds, in the order in which they are shown. */
  times: number[];
  durationS: number;
}

const run = promisify(execFile);
const maxBuffer = 1024 ** 3;

export async function probeVideo(file: Buffer): Promise<VideoInfo> {
  return await asFile(file, async (path) => {
    const shown = 'stream:frame=best_effort_timestamp_time:format=duration';
    const { stdout } = await run(
      'ffprobe',
      ['-v', 'error', '-of', 'json', '-show_entries', shown, path],
      { maxBuffer },
    );
    const { streams, frames, format } = JSON.parse(stdout) as {
      streams: VideoInfo[];
      frames: { best_effort_timestamp_time: string }[];
      format: { duration: string };
    };
    const [stream] = streams;
    if (streams.length !== 1 || !stream) throw new Error(`${streams.length} streams`);
    return {
      ...stream,
      times: frames.map((frame) => Number(frame.best_effort_timestamp_time)),
      durationS: Number(format.duration),
    };
  });
}

/**
 * Decodes every frame as RGB, as the file's own tags say.
 *
 * @param matrix - Where the container has no tags: what its colours are.
 */
export async function decodeVideo(
  file: Buffer,
  { width, height }: { width: number; height: number },
  matrix?: string,
): Promise<Buffer[]> {
  const tags = matrix === undefined ? '' : `:in_color_matrix=${matrix}:in_range=tv`;
  const filter = `scale=flags=bicubic+accurate_rnd+full_chroma_int${tags},format=rgb24`;
  return decodeRaw(file, width * height * 3, { filter });
}

/**
 * Decodes every frame as RGBA.
 * @param decoder - arguments that choose the decoder
 */
export async function decodeRgba(
  file: Buffer,
  { width, height }: { width: number; height: number },
  decoder: readonly string[],
): Promise<Buffer[]> {
  return decodeRaw(file, width * height * 4, { filter: 'format=rgba', decoder });
}

async function decodeRaw(
  file: Buffer,
  bytes: number,
  { filter, decoder = [] }: { filter: string; decoder?: readonly string[] },
): Promise<Buffer[]> {
  return await asFile(file, async (path) => {
    const input = ['-v', 'error', ...decoder, '-i', path];
    const args = [...input, '-vf', filter, '-vsync', '0', '-f', 'rawvideo', '-'];
    const { stdout } = await run('ffmpeg', args, { maxBuffer, encoding: 'buffer' });
    return Array.from({ length: stdout.byteLength / bytes }, (_none, index) =>
      stdout.subarray(index * bytes, (index + 1) * bytes),
    );
  });
}

async function asFile<T>(file: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-probe-'));
  try {
    const path = join(folder, 'video');
    await writeFile(path, file);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
