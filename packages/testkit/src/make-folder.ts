import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Owner of the folder. */
interface Owner {
  teardown(remove: () => void): void;
}

/**
 * A folder of a whole test file, with files by their paths in it, which is removed at the end.
 * `t.testdir` has one for each test, and one for all files of a process.
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
/** statfs(2): it keeps what it holds in memory. */
const TMPFS = 0x01021994;
/** The tests of a whole run have some hundred MB there; browsers need theirs. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Where tests put databases: in memory, where Linux has room there, as they are written through to
 * the disk hundreds of times. Otherwise the usual folder for what is temporary.
 */
export function quickFolder(): string {
  try {
    const { bavail, bsize, type } = statfsSync(IN_MEMORY);
    accessSync(IN_MEMORY, constants.W_OK);
    const bytes = Math.min(bavail * bsize, freemem());
    if (process.platform === 'linux' && type === TMPFS && bytes >= ENOUGH_BYTES) return IN_MEMORY;
  } catch {
    // There is none.
  }
  return tmpdir();
}
