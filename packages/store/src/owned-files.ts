import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { RenderError } from '@tintype/contract/errors';

// root may work on a folder that belongs to the user who runs the service: what it makes there must
// not stay its own, or the service could not open it. That user can put links in the way meanwhile,
// so only descriptors of what was just made change hands.

const isRoot = () => process.getuid?.() === 0;

/** Creates a file owned by the owner of its folder. @throws `EEXIST`, also for a link */
export function makeOwnedFile(path: string, text = ''): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    if (text !== '') {
      writeSync(file, text);
      fsyncSync(file);
    }
    giveToOwnerOf(dirname(path), file);
  } finally {
    closeSync(file);
  }
}

/** Creates a folder, with the owner of its parent, if there is none. */
export function makeOwnedFolder(path: string): void {
  const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
  refuseForeignLink(path);
  if (!isNew || !isRoot()) return;
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    // What is not empty is not what was made here.
    if (readdirSync(path).length === 0) giveToOwnerOf(dirname(path), folder);
  } finally {
    closeSync(folder);
  }
}

/** If root: refuses a link that another user made. @throws RenderError `storage_failed` */
export function refuseForeignLink(path: string): void {
  if (!isRoot()) return;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isSymbolicLink() || stats.uid === 0) return;
  throw new RenderError(
    'storage_failed',
    `${path} is a link that another user has made, and root does not follow it. Remove it, or run this as the user of the service.`,
  );
}

function giveToOwnerOf(folder: string, descriptor: number): void {
  if (!isRoot()) return;
  const { uid, gid } = lstatSync(folder);
  if (uid !== 0 && fstatSync(descriptor).uid === 0) fchownSync(descriptor, uid, gid);
}
