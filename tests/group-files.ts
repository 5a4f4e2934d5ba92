import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Durations } from './durations.ts';
import { mayShareProcess } from './may-share-process.ts';

/** So many files at most share a process: those of packages are quick, those of `tests/` render, and what they start lives to its end. */
const MOST_FILES = { packages: 40, tests: 10 };

/** Files of one process take so long together, as far as that is known: others wait for the last of them at the end. */
const MOST_SECONDS = 60;

/** Puts together what may share a process. What takes longest comes first. */
export async function groupFiles(
  root: string,
  paths: readonly string[],
  durations: Durations,
): Promise<(readonly string[])[]> {
  const alone: string[][] = [];
  const shared: Record<'packages' | 'tests', string[]> = { packages: [], tests: [] };
  for (const path of paths) {
    const mayShare = mayShareProcess(path, await readFile(join(root, path), 'utf8'));
    if (mayShare && durations.secondsOf([path]) < MOST_SECONDS)
      shared[path.startsWith('packages/') ? 'packages' : 'tests'].push(path);
    else alone.push([path]);
  }
  const packages = divide(shared.packages, MOST_FILES.packages, durations);
  const tests = divide(shared.tests, MOST_FILES.tests, durations);
  return durations.longestFirst([...alone, ...packages, ...tests]);
}

/** By turns, so that what takes longest is in different groups. */
function divide(files: readonly string[], size: number, durations: Durations): string[][] {
  const sorted = durations.longestFirst(files.map((file) => [file])).flat();
  const count = Math.ceil(Math.max(files.length / size, durations.secondsOf(files) / MOST_SECONDS));
  return Array.from({ length: count }, (_, turn) =>
    sorted.filter((_path, index) => index % count === turn),
  );
}
