import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the folder goes with. */
interface Owner {
  teardown(remove: () => void): void;
}

/**
 * A folder of a whole test file, with files by their paths in it, which is removed at the end. `t.testdir` has one for each test, and one for
 * all files of a process.
 */
export function makeFolder(t: Owner, files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const folder = mkdtempSync(join(quickFolder(), 'tintype-test-'));
  // A browser that root starts is another user.
  chmodSync(folder, 0o755);
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
  return folder;
}

const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Where tests put databases: in memory, where Linux has room there, as they are written through to the disk hundreds of times. Otherwise the
 * usual folder for what is temporary.
 */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (process.platform === 'linux' && bavail * bsize >= ENOUGH_BYTES) return IN_MEMORY;
  } catch {
    // There is none.
  }
  return tmpdir();
}
