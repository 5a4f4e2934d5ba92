import { accessSync, closeSync, constants, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Debian's own scripts add settings that a headless browser does not need. */
const KNOWN: Readonly<Record<string, string>> = {
  '/usr/bin/chromium': '/usr/lib/chromium/chromium',
};

/** Returns the program that a start script runs, if it does nothing else: the one to watch. */
export function behindScript(file: string): string {
  const head = firstBytes(file);
  if (!head.startsWith('#!')) return file;
  const known = KNOWN[file];
  if (known && isExecutable(known)) return known;
  const lines = head.split('\n').slice(1);
  const commands = lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
  const [, plain, quoted] =
    /^(?:exec )?(?:(\/[\w./+-]+)|"(\/[\w./+ -]+)") "\$@"$/.exec(commands[0] ?? '') ?? [];
  const target = plain ?? quoted;
  return commands.length === 1 && target && isExecutable(target) ? target : file;
}

/** True for a browser in a snap: it sees another /tmp, so no profile. */
export function startsSnap(file: string): boolean {
  const real = realpathSync(file);
  if (real.startsWith('/snap/') || path.basename(real) === 'snap') return true;
  const head = firstBytes(file);
  return head.startsWith('#!') && /\/snap\/bin\/chromium|\bsnap install chromium/.test(head);
}

function firstBytes(file: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(4096);
      return buffer.toString('latin1', 0, readSync(handle, buffer));
    } finally {
      closeSync(handle);
    }
  } catch {
    // A program may be executable and not readable.
    return '';
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
