import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Says that a whole file is left to the deep tier, and which test file of the default run shows the same for less. */
const MARK = /^\/\/ In depth: (\S+)/m;

/** Divides test files into those that the default run runs and those that it leaves out. */
export async function leaveDeepFiles(
  root: string,
  paths: readonly string[],
): Promise<{ files: string[]; left: string[] }> {
  const shownBy = await Promise.all(
    paths.map(async (path) => MARK.exec(await readFile(join(root, path), 'utf8'))?.[1]),
  );
  for (const [at, shown] of shownBy.entries()) {
    if (shown === undefined) continue;
    const isShown = existsSync(join(root, shown)) && shownBy[paths.indexOf(shown)] === undefined;
    if (!isShown || !shown.endsWith('.test.ts'))
      throw new Error(`${paths[at]}: ${shown} is no test file that the default run has.`);
  }
  const isLeft = (_path: string, at: number) => shownBy[at] !== undefined;
  return {
    files: paths.filter((path, at) => !isLeft(path, at)),
    left: paths.filter(isLeft),
  };
}
