import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

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
  // Killed processes start no others: the processes of the machine are searched for those of the
  // group only once.
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
