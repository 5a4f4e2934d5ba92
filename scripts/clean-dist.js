/**
 * Removes from `dist` what no source makes any more: the compiler leaves the output of files that were deleted, and a pack would carry it.
 *
 * Called in the folder of a package, before its build.
 */
import { existsSync, globSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

for (const file of globSync('dist/**/*.{js,d.ts,map}')) {
  const stem = relative('dist', file).replace(/\.(?:maker\.js|js|d\.ts)(?:\.map)?$/, '');
  const isMade = ['.ts', '.d.ts', '.js'].some((ending) => existsSync(join('src', stem + ending)));
  if (!isMade) rmSync(file);
}
