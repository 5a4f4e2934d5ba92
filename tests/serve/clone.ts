import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { quickFolder } from '@tintype/testkit';
import type { Test } from 'tap';
import { root } from '../cli/run-cli.ts';

/**
 * Copies the packages as a fresh clone has them after `npm ci`, without `dist`: a build of this
 * checkout would hide what only works where one exists.
 *
 * @returns The path of the copy's `tintype` program
 */
export function copyClone(t: Pick<Test, 'teardown'>): string {
  const folder = mkdtempSync(join(quickFolder(), 'tintype-clone-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const leftOut = new Set(['dist', 'node_modules', '.turbo', 'tsconfig.tsbuildinfo']);
  cpSync(join(root, 'packages'), join(folder, 'packages'), {
    recursive: true,
    filter: (path) => !leftOut.has(path.split(sep).at(-1) ?? '') && !path.endsWith('.test.ts'),
  });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@tintype'), { recursive: true });
  for (const name of readdirSync(join(folder, 'packages'))) {
    const link = name === 'tintype' ? name : `@tintype/${name}`;
    symlinkSync(join(folder, 'packages', name), join(modules, link), 'dir');
  }
  const own = new Set(['tintype', '@tintype']);
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => !own.has(each)))
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  return join(folder, 'packages/tintype/bin/tintype.js');
}
