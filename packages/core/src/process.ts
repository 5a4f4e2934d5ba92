import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';

// Files, threads and marks of a process. Apart from the index, so that a thread or a package that
// needs no more loads no engine.
export {
  findInstalled,
  installedFolder,
  ownFile,
  requireInstalled,
  startThread,
} from './installed.ts';
export { createWorkerPool, isOutOfMemory, type WorkerPool } from './worker-pool.ts';

/** Age up to which a folder without an owner's note is kept: its owner may be about to write it. */
const unownedAgeMs = 3_600_000;

/** Returns the note of a process in its folder: namespace and start time tell it from others. */
export function ownerNote(): string {
  return processMark(process.pid) ?? 'unknown';
}

/** Returns whether the owner of a folder is gone: by its pid, the folder's note and age. */
export function isOwnerGone(pid: number, note: string | undefined, ageMs: number): boolean {
  if (note === undefined) return !isAlive(pid) && ageMs > unownedAgeMs;
  if (note === 'unknown') return !isAlive(pid);
  // The folder is shared with another container: its pid has no meaning here.
  if (note.split(' ')[0] !== pidNamespace()) return ageMs > 24 * unownedAgeMs;
  return processMark(pid) !== note;
}

const noteName = 'tintype-owner';

/** Writes the note of this process into a folder, for {@link sweepFolders}. */
export async function signFolder(dir: string): Promise<void> {
  await symlink(ownerNote(), join(dir, noteName));
}

/**
 * Removes folders in `parent` of this user, or of `uid`, whose process was killed; never those of a
 * living process, be it in another container that shares the parent. Returns their paths.
 * @param names - matches their names; the first group is the process id
 */
export async function sweepFolders(parent: string, names: RegExp, uid?: number): Promise<string[]> {
  const mine = process.getuid?.();
  const removed: string[] = [];
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number(names.exec(name)?.[1]);
    if (!pid || pid === process.pid) continue;
    const dir = join(parent, name);
    const info = await lstat(dir).catch(() => undefined);
    // A link of this name is none of these folders, whatever it points to.
    if (!info?.isDirectory()) continue;
    if (mine !== undefined && info.uid !== mine && info.uid !== uid) continue;
    const note = await readlink(join(dir, noteName)).catch(() => undefined);
    if (!isOwnerGone(pid, note, Date.now() - info.mtimeMs)) continue;
    await rm(dir, { recursive: true, force: true }).then(
      () => removed.push(dir),
      () => {},
    );
  }
  return removed;
}

/** True while the process exists, also if it belongs to another user (`EPERM`). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns pid namespace and start time; undefined if the process is gone, or not on Linux. */
function processMark(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22 of proc(5); the name in field 2 may hold spaces and brackets.
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${pidNamespace()} ${startTime}`;
  } catch {
    return undefined;
  }
}

function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/**
 * Lets the thread that calls it wait for the others of the program where processors are short
 * (nice(1)): what it computes is never what everybody waits for. On Linux a thread has a priority
 * of its own; elsewhere it would be that of the whole program, and nothing changes.
 * @param niceness added to that of the program, from 0 (as the others) to 19
 */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(19, getPriority() + niceness));
  } catch {
    // A sandbox may refuse it: then it computes with the priority of the rest.
  }
}
