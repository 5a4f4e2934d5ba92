import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { getPriority, setPriority } from 'node:os';

/** Kills every process of the group that `pid` leads. Nothing happens when there is none left. */
export function killGroup(pid: number): void {
  try {
    // Windows has no process groups; Chromium's job object takes the children along.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // No process is left.
  }
}

/** Waits until no process of the group runs, at most `timeoutMs`. Zombies do not count. */
export async function groupGone(pid: number, timeoutMs: number): Promise<void> {
  if (process.platform === 'win32') return;
  const end = performance.now() + timeoutMs;
  // Killed processes start no others, so one search finds all of the group.
  let left: readonly string[] | undefined;
  while (isThere(pid) && performance.now() < end) {
    if (process.platform === 'linux') {
      left = (left ?? processNames()).filter((name) => runsInGroup(name, pid));
      if (left.length === 0) return;
    }
    await delay(5);
  }
}

function isThere(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

function processNames(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function runsInGroup(name: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // After the name in brackets: state, parent, group. See proc(5).
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(pgrp) === group && state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

/** Kills full Chromium's crash handlers on Linux, which leave its process group. */
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

/**
 * Lets a process that was just spawned, and all that it will start, wait for others where
 * processors are short (nice(1)). A process group of its own that `spawn` made is on Linux often an
 * autogroup, too (sched(7)): its threads share one turn, and only the niceness of the group counts
 * beside other groups.
 * @param niceness from 0 (as others) to 19
 */
export function lowerPriority(pid: number, niceness: number): void {
  if (niceness === 0) return;
  const steps = [
    () => setPriority(pid, Math.min(19, getPriority(pid) + niceness)),
    () => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)),
  ];
  for (const step of steps) {
    try {
      step();
    } catch {
      // It has exited, or the system has no priorities: it keeps the usual one.
    }
  }
}
