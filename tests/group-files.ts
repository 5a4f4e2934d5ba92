import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Durations } from './durations.ts';
import { mayShareProcess } from './may-share-process.ts';

/** So many files at most share a process: those of packages are quick, those of folders in `tests/` render. */
const GROUP_SIZES = { packages: 40, tests: 7 };

/** Puts together what may share a process. What takes longest comes first. */
export async function groupFiles(
  root: string,
  paths: readonly string[],
  durations: Durations,
): Promise<(readonly string[])[]> {
  const alone: string[][] = [];
  const shared = new Map<string, string[]>();
  for (const path of paths) {
    const place = path.startsWith('packages/') ? 'packages' : dirname(path);
    const mayShare = mayShareProcess(path, await readFile(join(root, path), 'utf8'));
    if (mayShare && !durations.isLong(path))
      shared.set(place, [...(shared.get(place) ?? []), path]);
    else alone.push([path]);
  }
  const groups = [...shared].flatMap(([place, files]) => {
    const sorted = durations.longestFirst(files.map((file) => [file])).flat();
    return divide(sorted, place === 'packages' ? GROUP_SIZES.packages : GROUP_SIZES.tests);
  });
  return durations.longestFirst([...alone, ...groups]);
}

/** By turns, so that what takes longest is in different groups. */
function divide(files: readonly string[], size: number): string[][] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, turn) =>
    files.filter((_path, index) => index % count === turn),
  );
}
