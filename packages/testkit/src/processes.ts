import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process, as Linux tells of it. */
export interface ProcessInfo {
  pid: number;
  parent: number;
  /** Of its program; empty where it may not be seen, and of one that is dead. */
  path: string;
  commandLine: string;
  /** False for a process that ended and was not reaped yet. */
  runs: boolean;
}

/** Nothing when there is none of that id. */
export function readProcess(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(parent),
      path: pathOf(pid),
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
      runs: state !== 'Z' && state !== 'X',
    };
  } catch {
    return undefined;
  }
}

function pathOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

export function allProcesses(): ProcessInfo[] {
  return readdirSync('/proc').flatMap((name) => {
    const info = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined;
    return info ?? [];
  });
}

/** The children of a process, and all below them. */
export function descendants(root = process.pid): ProcessInfo[] {
  const children = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const below = (parent: number): ProcessInfo[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...below(child.pid)]);
  return below(root);
}
