import { existsSync } from 'node:fs';
import path from 'node:path';

/** Libraries of the bundled program beyond glibc, which a Debian with only Node lacks. */
const NEEDED = ['libnspr4.so', 'libnss3.so', 'libnssutil3.so', 'libexpat.so.1'];

const SYSTEM_FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/lib/x86_64-linux-gnu',
  '/usr/lib64',
  '/lib64',
  '/usr/lib',
];

/** Returns the `lib` folder of a bundled browser if the system lacks one of its libraries. */
export function bundledLibraryDir(
  browserPath: string,
  systemFolders: readonly string[] = SYSTEM_FOLDERS,
): string | undefined {
  const dir = path.join(path.dirname(browserPath), 'lib');
  if (!NEEDED.every((name) => existsSync(path.join(dir, name)))) return undefined;
  const isHere = (name: string): boolean =>
    systemFolders.some((folder) => existsSync(path.join(folder, name)));
  return NEEDED.every(isHere) ? undefined : dir;
}
