import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { signFolder, sweepFolders } from '@tintype/core/process';
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

const PATTERN = /^tintype-(\d+)-\w{6}$/;

/** Creates a folder for one browser inside `parent`, owned by `user` and private. */
export async function createProfile(parent: string, user?: BrowserUser): Promise<Profile> {
  const dir = await mkdtemp(path.join(parent, `tintype-${process.pid}-`));
  const remove = async (): Promise<void> => {
    // A process of the browser that is dying may still write a last file.
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
  };
  try {
    await signFolder(dir);
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

/** Removes profiles of killed processes, this user's or `user`'s, and returns their paths. */
export function sweepProfiles(parent: string, user?: BrowserUser): Promise<string[]> {
  return sweepFolders(parent, PATTERN, user?.uid);
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
