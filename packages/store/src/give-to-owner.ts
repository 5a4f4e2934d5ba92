import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * root may work on a folder that belongs to the user who runs the service: what it makes there must
 * not stay its own, or the service could not open it.
 */
export function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid !== 0 && statSync(path).uid === 0) chownSync(path, uid, gid);
}
