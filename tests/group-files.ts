import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Durations } from './durations.ts';
import { mayShareProcess } from './may-share-process.ts';

/**
 * So many files at most share a process: those of packages are quick, those of `tests/` render, and
 * what they start lives to its end. Those of Postgres are together: each process that has one
 * starts a server.
 */
const MOST_FILES = { packages: 40, tests: 10, 'tests/postgres': 20 };

type Kind = keyof typeof MOST_FILES;

function kindOf(path: string): Kind {
  if (path.startsWith('packages/')) return 'packages';
  return path.startsWith('tests/postgres/') ? 'tests/postgres' : 'tests';
}

/**
 * Files of one process take so long together, as far as that is known: others wait for the last of
 * them at the end.
 */
const MOST_SECONDS = 60;

/** Puts together what may share a process. What takes longest comes first. */
export async function groupFiles(
  root: string,
  paths: readonly string[],
  durations: Durations,
): Promise<(readonly string[])[]> {
  const alone: string[][] = [];
  const shared: Record<Kind, string[]> = { packages: [], tests: [], 'tests/postgres': [] };
  for (const path of paths) {
    const mayShare = mayShareProcess(path, await readFile(join(root, path), 'utf8'));
    if (mayShare && durations.secondsOf([path]) < MOST_SECONDS) shared[kindOf(path)].push(path);
    else alone.push([path]);
  }
  const groups = Object.keys(MOST_FILES).flatMap((kind) =>
    divide(shared[kind as Kind], MOST_FILES[kind as Kind], durations),
  );
  return durations.longestFirst([...alone, ...groups]);
}

/** By turns, so that what takes longest is in different groups. */
function divide(files: readonly string[], size: number, durations: Durations): string[][] {
  const sorted = durations.longestFirst(files.map((file) => [file])).flat();
  const count = Math.ceil(Math.max(files.length / size, durations.secondsOf(files) / MOST_SECONDS));
  return Array.from({ length: count }, (_, turn) =>
    sorted.filter((_path, index) => index % count === turn),
  );
}
