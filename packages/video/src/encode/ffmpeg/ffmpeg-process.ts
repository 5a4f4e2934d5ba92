import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { createRaceEnd } from '@tintype/core';
import { refuseLargeFile } from '../file-bound.ts';

/** A running ffmpeg that reads from us. */
export interface FfmpegProcess {
  /** Resolves when it can take more. Rejects when it has ended. */
  write(chunks: readonly Uint8Array[]): Promise<void>;
  /** Lets it finish and gives its stdout; rejects with {@link FfmpegFailure}. */
  finish(): Promise<Buffer>;
  /** Returns its memory in bytes; 0 after its end, and on systems other than Linux. */
  memoryBytes(): Promise<number>;
  /** Kills it with all its children. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** The path of ffmpeg and its environment. */
export interface FfmpegProgram {
  path: string;
  env: Record<string, string>;
}

/** ffmpeg ended otherwise than well. The message is what it said. */
export class FfmpegFailure extends Error {
  override name = 'FfmpegFailure';
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const STDERR_KEPT = 4096;

/** Starts ffmpeg in its own process group, and stops it above `maxBytes` of stdout. */
export function startFfmpeg(
  program: FfmpegProgram,
  args: readonly string[],
  cwd: string,
  maxBytes = Infinity,
): FfmpegProcess {
  const child = spawn(
    program.path,
    ['-hide_banner', '-loglevel', 'error', '-xerror', '-y', ...args],
    {
      cwd,
      env: program.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT);
  });
  const output: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes <= maxBytes) output.push(chunk);
    else killGroup(child);
  });
  // The exit reports the cause; a broken pipe only follows from it.
  child.stdin.on('error', () => {});
  const ended = endOf(child, () => stderr);
  const failure = createRaceEnd();
  ended.catch(failure.end);
  return {
    async write(chunks) {
      let hasRoom = true;
      for (const chunk of chunks) hasRoom = child.stdin.write(chunk);
      if (!hasRoom) await failure.race(drained(child.stdin));
      // An exit before the end of the input is a failure.
      if (child.stdin.destroyed) {
        await ended;
        throw new FfmpegFailure('ffmpeg ended before its input did');
      }
    },
    async finish() {
      child.stdin.end();
      await ended.catch((error: unknown) => {
        refuseLargeFile(bytes, maxBytes);
        throw error;
      });
      refuseLargeFile(bytes, maxBytes);
      return Buffer.concat(output);
    },
    async memoryBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return 1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0);
    },
    async kill() {
      killGroup(child);
      await ended.catch(() => {});
    },
  };
}

/** Resolves when there is room, or never will be. */
function drained(stdin: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stdin.off('drain', done).off('close', done);
      resolve();
    };
    if (stdin.destroyed) resolve();
    else stdin.on('drain', done).on('close', done);
  });
}

function endOf(child: Child, said: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new FfmpegFailure(error.message, { cause: error })));
    // Not `exit`: its last output arrives after that.
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new FfmpegFailure(`ffmpeg ended with ${signal ?? code}: ${said().trim()}`));
    });
  });
}

function killGroup({ pid, exitCode, signalCode }: Child): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}
