import { type ChildProcess, spawn } from 'node:child_process';
import type { BrowserUser } from '../sandbox/sandbox.ts';

/** The processes to end when Node is killed. */
export interface Watched {
  /** Leader of the browser's process group. */
  pid: number;
  profileDir: string;
  user: BrowserUser | undefined;
}

// Waits for the end of its input, which comes with the end of Node, however that ends. The
// browser's own sight of it is not enough: with busy workers it took seconds to close. Removing
// once is not either: what dies may still write.
const script = `
read -r _
kill -s KILL -- "-$1"
for wait in 0 0.1 0.4; do sleep "$wait"; rm -rf -- "$2"; done`;

/** Starts a process that kills a browser after Node; returns a function that stops it. */
export function watchOver({ pid, profileDir, user }: Watched): () => Promise<void> {
  if (process.platform === 'win32') return async () => {};
  let child: ChildProcess;
  try {
    child = spawn('/bin/sh', ['-c', script, 'tintype-watchdog', String(pid), profileDir], {
      // Where a signal to the group of Node does not reach it.
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
      ...user,
    });
  } catch {
    return async () => {};
  }
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdin?.on('error', () => {});
  child.unref();
  (child.stdin as { unref?(): void } | null)?.unref?.();
  return () => {
    // Not by closing its input: that is what it waits for.
    child.kill('SIGKILL');
    child.ref();
    return ended;
  };
}
