import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChromeSource } from '@tintype/chrome';
import type { BrowserSource, Lease } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import type { EncoderKind, Encoders, FrameFormat, VideoEncoder, VideoFormat } from '@tintype/video';
import { createEncoders } from '@tintype/video/encoders';
import type { Test } from 'tap';
import { browserOptions } from '../browser-options.ts';
import { numbered } from './images.ts';

/** Every way there is to every format. */
export const ways: readonly { kind: EncoderKind; formats: readonly VideoFormat[] }[] = [
  { kind: 'ffmpeg', formats: ['mp4', 'mov', 'webm', 'avi', 'gif', 'webp'] },
  { kind: 'WebCodecs', formats: ['mp4', 'mov', 'webm'] },
  { kind: 'ffmpeg.wasm', formats: ['mp4', 'mov', 'webm', 'avi'] },
  { kind: 'sharp', formats: ['gif', 'webp'] },
];

/** Encoders with a real browser behind them. */
export interface EncoderLab {
  readonly source: BrowserSource;
  /** Parent of private folders. */
  readonly tempDir: string;
  /** Pages that were lent to encoders. */
  readonly leases: Lease[];
  open(
    kind: EncoderKind,
    frames: FrameFormat,
    signal?: AbortSignal,
    maxBytes?: number,
  ): Promise<VideoEncoder>;
  /** Content of {@link EncoderLab.tempDir}. */
  leftovers(): Promise<string[]>;
}

/** Creates a lab that is removed after the test. */
export async function createEncoderLab(t: Test): Promise<EncoderLab> {
  const { env } = process;
  const egress = createEgress({ allow: [] });
  const source = createChromeSource({ ...browserOptions(), egress, concurrency: 3, spares: 0 });
  const tempDir = await mkdtemp(join(tmpdir(), 'tintype-test-'));
  // Each tries out once what it can encode.
  const made = new Map<EncoderKind, Encoders>();
  const encodersOf = (kind: EncoderKind): Encoders => {
    const encoders = made.get(kind) ?? createEncoders({ env, tempDir, use: [kind] });
    made.set(kind, encoders);
    return encoders;
  };
  const leases: Lease[] = [];
  // An idle browser keeps no process alive, and nothing else here does.
  const alive = setInterval(() => {}, 2 ** 30);
  t.teardown(async () => {
    await source.stop();
    await egress.close();
    await rm(tempDir, { recursive: true });
    clearInterval(alive);
  });
  const browser = async (signal: AbortSignal): Promise<Lease> => {
    const lease = await source.acquire({ gpu: false, signal });
    leases.push(lease);
    return lease;
  };
  return {
    source,
    tempDir,
    leases,
    open: (kind, frames, signal = new AbortController().signal, maxBytes) =>
      encodersOf(kind).open(frames, {
        signal,
        browser,
        ...(maxBytes === undefined ? {} : { maxBytes }),
      }),
    leftovers: () => readdir(tempDir),
  };
}

/** Number of frames that show each image of {@link numberedVideo}. */
export const repeats = [1, 1, 4, 1, 2, 1, 1, 3];
/** For each frame the number of its image. */
export const shown = repeats.flatMap((repeat, number) => Array<number>(repeat).fill(number));

/** A video of numbered images. */
export async function numberedVideo(encoder: VideoEncoder, frames: FrameFormat): Promise<Buffer> {
  for (const [number, repeat] of repeats.entries()) {
    const image = await numbered(frames.width, frames.height, number, encoder.pixels);
    await encoder.write(image, repeat);
  }
  return Buffer.from(await encoder.close());
}
