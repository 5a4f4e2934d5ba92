/**
 * Removes what earlier builds left, and the notes of the compiler, which would not write files
 * again that it wrote before: a release is built from nothing.
 *
 * Called in the folder of a package, before its build.
 */
import { rmSync } from 'node:fs';

for (const path of ['dist', 'tsconfig.tsbuildinfo']) rmSync(path, { recursive: true, force: true });
