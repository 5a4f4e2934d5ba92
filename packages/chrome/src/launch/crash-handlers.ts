import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills the two processes of full Chromium on Linux that wait for crashes to report. They put
 * themselves outside its process group, and would write into the profile while it is removed.
 * Elsewhere they end with their browser.
 */
export function killCrashHandlers(profileDir: string): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !isCrashHandler(name, profileDir)) continue;
    try {
      process.kill(Number(name), 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}

function isCrashHandler(name: string, profileDir: string): boolean {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
    return (
      program.endsWith('crashpad_handler') &&
      args.some((arg) => arg.startsWith(`--database=${profileDir}/`))
    );
  } catch {
    return false;
  }
}
