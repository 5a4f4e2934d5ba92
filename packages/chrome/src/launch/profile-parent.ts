import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserUnavailable } from '../find/browser-unavailable.ts';
import { type BrowserUser, closedToOthers } from '../sandbox/sandbox.ts';

/**
 * Returns the parent folder of profiles: the configured one, else the system's for temporary files,
 * unless only root can pass that one and the browser is not root's.
 */
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
