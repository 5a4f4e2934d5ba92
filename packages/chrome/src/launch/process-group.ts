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

/** Waits until no process of the group runs, at most `timeoutMs`. A dead one that its parent has not collected yet does not count. */
export async function groupGone(pid: number, timeoutMs: number): Promise<void> {
  if (process.platform === 'win32') return;
  const end = performance.now() + timeoutMs;
  while (groupRuns(pid) && performance.now() < end) await delay(5);
}

function groupRuns(pid: number): boolean {
  try {
    process.kill(-pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && runsInGroup(name, pid));
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
