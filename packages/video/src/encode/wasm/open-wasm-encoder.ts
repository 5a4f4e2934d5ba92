import type { Worker } from 'node:worker_threads';
import { createRaceEnd } from '@tintype/core';
import { installedFolder, ownFile, startThread } from '@tintype/core/process';
import type { EncoderBounds, FrameFormat, VideoEncoder } from '../encoder.ts';
import { refuseLargeFile } from '../file-bound.ts';
import { videoArguments } from '../ffmpeg/video-arguments.ts';
import { createStreamEncoder, type FrameSink } from '../stream-encoder.ts';
import { createByteRing, endRing, writeToRing } from './byte-ring.ts';
import type { WasmAnswer, WasmJob } from './wasm-worker.ts';

/** Frames in one of the formats that are made here. */
export type WasmFrames = FrameFormat & { format: keyof typeof wasmCodecs };

/** The quickest of the core's encoders for each format: one thread, no vector units. */
export const wasmCodecs = { mp4: 'libx264', mov: 'libx264', webm: 'libvpx', avi: 'mpeg4' } as const;

const dependent = { name: '@tintype/video', url: import.meta.url };
const RING_BYTES = 2 ** 20;
const OUTPUT = 'video';

/** Returns whether the packages, which are optional, are installed. */
export function hasWasm(): boolean {
  try {
    for (const name of ['@ffmpeg.wasm/main', '@ffmpeg.wasm/core-st'])
      installedFolder(name, dependent);
    return true;
  } catch {
    return false;
  }
}

/** Starts `@ffmpeg.wasm/main` in a thread, which it blocks from its first frame to its last. */
export function openWasmEncoder(
  frames: WasmFrames,
  { signal, maxBytes }: EncoderBounds,
): VideoEncoder {
  const codec = wasmCodecs[frames.format];
  const ring = createByteRing(RING_BYTES);
  const job: WasmJob = {
    ring,
    args: ['-f', 'matroska', '-i', 'pipe:0', ...videoArguments(frames, codec, 'fast'), OUTPUT],
    output: OUTPUT,
  };
  const worker = startThread(ownFile('encode/wasm/wasm-worker', dependent), {
    workerData: job,
    stdout: true,
    stderr: true,
  });
  const answer = answerOf(worker);
  // A thread that has ended reads no more, so no writer may wait for it.
  const failure = createRaceEnd();
  answer.then(() => failure.end(new Error('ffmpeg ended before its input did')), failure.end);
  const sink: FrameSink = {
    async write(chunks) {
      for (const chunk of chunks) await failure.race(writeToRing(ring, chunk));
    },
    async finish() {
      endRing(ring);
      const file = await answer;
      refuseLargeFile(file.byteLength, maxBytes);
      return file;
    },
    async kill() {
      await worker.terminate();
    },
  };
  return createStreamEncoder({ name: 'ffmpeg.wasm', pixels: 'jpeg', frames, sink, signal });
}

function answerOf(worker: Worker): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: WasmAnswer) => {
      if ('file' in answer) resolve(answer.file);
      else reject(new Error(answer.error));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the worker ended with code ${code}`)));
  });
}
