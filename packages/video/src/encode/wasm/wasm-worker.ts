import { parentPort, workerData } from 'node:worker_threads';
import type { FFmpegCoreConstructor } from '@ffmpeg.wasm/main';
import { createRingReader, type ByteRing } from './byte-ring.ts';

export interface WasmJob {
  ring: ByteRing;
  /** Arguments that read `pipe:0` and write {@link WasmJob.output}. */
  args: readonly string[];
  output: string;
}

export type WasmAnswer = { file: Uint8Array } | { error: string };

const LOG_KEPT = 4096;
/** An image that cannot be read ends this build with 0 as well. */
const decodingErrors = /[1-9]\d* decoding errors|^Conversion failed!/m;

async function encode({ ring, args, output }: WasmJob): Promise<WasmAnswer> {
  const [{ FFmpeg }, { default: core }] = await Promise.all([
    import('@ffmpeg.wasm/main'),
    // Its types say that it is an ES module, which it is not.
    import('@ffmpeg.wasm/core-st') as unknown as Promise<{ default: FFmpegCoreConstructor }>,
  ]);
  const stdin = createRingReader(ring);
  let log = '';
  const ffmpeg = await FFmpeg.create({
    // It has no other way to hand in stdin.
    core: (module) => core({ ...module, stdin } as typeof module),
    log: true,
    logger: (_level, ...text) => {
      log = `${log}${text.join(' ')}\n`.slice(-LOG_KEPT);
    },
  });
  const exitCode = ffmpeg.runSync('-xerror', ...args);
  if (exitCode !== 0 || decodingErrors.test(log)) {
    return { error: `ffmpeg ended with ${exitCode}: ${log.trim()}` };
  }
  return { file: ffmpeg.fs.readFile(output) };
}

parentPort?.postMessage(
  await encode(workerData as WasmJob).catch((error: unknown): WasmAnswer => ({
    error: String(error),
  })),
);
