import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Says that a whole file is left to the deep tier, and which test files of the default run show the
 * same for less. The comment may go on.
 */
const MARK = /^\/\/ In depth: (.*(?:\n\/\/ .*)*)/m;

/** Divides test files into those that the default run runs and those that it leaves out. */
export async function leaveDeepFiles(
  root: string,
  paths: readonly string[],
): Promise<{ files: string[]; left: string[] }> {
  const shownBy = await Promise.all(
    paths.map(async (path) => namedFiles(await readFile(join(root, path), 'utf8'))),
  );
  for (const [at, names] of shownBy.entries()) {
    for (const shown of names ?? []) {
      const isShown = existsSync(join(root, shown)) && shownBy[paths.indexOf(shown)] === undefined;
      if (!isShown || !shown.endsWith('.test.ts'))
        throw new Error(`${paths[at]}: ${shown} is no test file that the default run has.`);
    }
  }
  const isLeft = (_path: string, at: number) => shownBy[at] !== undefined;
  return {
    files: paths.filter((path, at) => !isLeft(path, at)),
    left: paths.filter(isLeft),
  };
}

/** The first word of the comment, and each test file that it names after it. */
function namedFiles(code: string): string[] | undefined {
  const comment = MARK.exec(code)?.[1];
  if (comment === undefined) return undefined;
  const [first = '', ...others] = comment.split(/\s+/);
  const named = others.map((word) => /^.*\.test\.ts/.exec(word)?.[0]);
  return [first.replace(/[,.:;]$/, ''), ...named.filter((name) => name !== undefined)];
}
