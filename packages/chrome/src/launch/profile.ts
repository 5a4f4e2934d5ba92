import { readlinkSync, existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isOwnerGone, ownerNote } from '@tintype/core/process';
import { type BrowserUser, closedToOthers } from '../sandbox/sandbox.ts';
import { tmpdir } from 'node:os';
import { browserUnavailable } from '../find/browser-unavailable.ts';

/** The folder that one browser writes to, and nowhere else. */
export interface Profile {
  /** Absolute path. */
  readonly dir: string;
  /** `TMPDIR` of the browser. */
  readonly tmpDir: string;
  /** Removes it with all its content. Never rejects: leftovers are swept later. */
  remove(): Promise<void>;
}

const OWNER = 'tintype-owner';
const PATTERN = /^tintype-(\d+)-\w{6}$/;

/** Creates a folder for one browser inside `parent`, owned by `user` and private. */
export async function createProfile(parent: string, user?: BrowserUser): Promise<Profile> {
  const dir = await mkdtemp(path.join(parent, `tintype-${process.pid}-`));
  const remove = async (): Promise<void> => {
    // A process of the browser that is dying may still write a last file.
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
  };
  try {
    await symlink(ownerNote(), path.join(dir, OWNER));
    const tmpDir = path.join(dir, 'tmp');
    await mkdir(tmpDir, { mode: 0o700 });
    if (user) {
      await chown(tmpDir, user.uid, user.gid);
      await chown(dir, user.uid, user.gid);
    }
    await chmod(dir, 0o700);
    return { dir, tmpDir, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Removes the profiles in `parent` whose Node process was killed before it could. Returns their
 * paths.
 *
 * Only folders that belong to this user (or to the one that root gives its browsers) count, and
 * never those of a living process, be it in another container that shares the folder.
 */
export async function sweepProfiles(parent: string, user?: BrowserUser): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const removed: string[] = [];
  for (const name of names) {
    const pid = Number(PATTERN.exec(name)?.[1]);
    if (!pid || pid === process.pid) continue;
    const dir = path.join(parent, name);
    if (!(await isLeftBehind(dir, pid, user))) continue;
    await rm(dir, { recursive: true, force: true }).then(
      () => removed.push(dir),
      () => {},
    );
  }
  return removed;
}

async function isLeftBehind(dir: string, pid: number, user?: BrowserUser): Promise<boolean> {
  const info = await lstat(dir).catch(() => undefined);
  // A link under this name is no profile, whatever it points to.
  if (!info?.isDirectory()) return false;
  const mine = process.getuid?.();
  if (mine !== undefined && info.uid !== mine && info.uid !== user?.uid) return false;
  return isOwnerGone(pid, readOwner(dir), Date.now() - info.mtimeMs);
}

function readOwner(dir: string): string | undefined {
  try {
    return readlinkSync(path.join(dir, OWNER));
  } catch {
    return undefined;
  }
}

/** Returns the folder of profiles: the configured one, else a temporary one for `user`. */
export function profileParent(tmpDir: string | undefined, user: BrowserUser | undefined): string {
  const wanted = path.resolve(tmpDir ?? tmpdir());
  if (!user || !existsSync(wanted)) return wanted;
  const closed = closedToOthers(wanted);
  if (!closed) return wanted;
  if (tmpDir === undefined) return '/tmp';
  throw browserUnavailable(
    `Started by root, the browser runs as the user nobody, who cannot write below ${wanted}: ${closed} is closed to other users. Name another folder for its profile.`,
  );
}
