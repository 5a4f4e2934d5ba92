import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { FfmpegProgram } from './ffmpeg-process.ts';

/** An ffmpeg, and what it can do. */
export interface FoundFfmpeg extends FfmpegProgram {
  /** For example `5.1.9`. */
  version: string;
  encoders: ReadonlySet<string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** All that ffmpeg needs to start: the environment of a service holds secrets. */
const PASSED_ON = /^(PATH|LANG|LC_\w+|LD_LIBRARY_PATH|DYLD_\w+|SystemRoot|windir|TEMP|TMP)$/i;

/** A healthy one answers in 0.1 s. */
const ANSWER_BOUND_MS = 10_000;

/** Searches PATH for ffmpeg and its capabilities; undefined if none responds. */
export async function findFfmpeg(env: Environment): Promise<FoundFfmpeg | undefined> {
  const passed = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => {
      return entry[1] !== undefined && PASSED_ON.test(entry[0]);
    }),
  );
  for (const path of candidates(env)) {
    if (!(await isProgram(path))) continue;
    const found = await ask({ path, env: passed });
    if (found) return found;
  }
  return undefined;
}

function candidates(env: Environment): string[] {
  // Windows spells it Path.
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH');
  const folders = (name === undefined ? '' : (env[name] ?? '')).split(delimiter).filter(Boolean);
  const file = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  return folders.map((folder) => join(folder, file));
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function ask(program: FfmpegProgram): Promise<FoundFfmpeg | undefined> {
  const { path, env } = program;
  const options = { env, timeout: ANSWER_BOUND_MS, windowsHide: true, maxBuffer: 4 * 1024 * 1024 };
  try {
    const run = promisify(execFile);
    const [version, encoders] = await Promise.all([
      run(path, ['-version'], options),
      run(path, ['-hide_banner', '-encoders'], options),
    ]);
    return {
      ...program,
      version: /^ffmpeg version (\S+)/.exec(version.stdout)?.[1] ?? 'unknown',
      encoders: new Set([...encoders.stdout.matchAll(/^ V\S{5} (\S+)/gm)].map(([, one]) => one!)),
    };
  } catch {
    return undefined;
  }
}
