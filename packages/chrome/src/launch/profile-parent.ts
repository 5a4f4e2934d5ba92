import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserUnavailable } from '../find/browser-unavailable.ts';
import { type BrowserUser, closedToOthers } from '../sandbox/sandbox.ts';

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
