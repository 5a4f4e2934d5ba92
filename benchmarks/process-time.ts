import { readdirSync, readFileSync } from 'node:fs';

/** proc_pid_stat(5) counts in ticks of 1/100 s on every Linux that Node runs on. */
const tickMs = 10;

interface Process {
  parent: number;
  /** Time of the process and of those of its children that have ended. */
  ticks: number;
}

function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { parent, ticks };
  } catch {
    return undefined;
  }
}

function readProcesses(): Map<number, Process> {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  const found = pids.map((pid) => [pid, readProcess(pid)] as const);
  return new Map(found.flatMap(([pid, known]) => (known ? [[pid, known] as const] : [])));
}

export function childPids(parent: number): number[] {
  return [...readProcesses()].filter(([, known]) => known.parent === parent).map(([pid]) => pid);
}

/**
 * Milliseconds of processor time that this process has used, what the system did for it included.
 */
export function ownTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of processor time that these processes and all below them have used. */
export function treeTimeMs(roots: readonly number[]): number {
  const processes = readProcesses();
  const isBelow = (pid: number): boolean => {
    if (roots.includes(pid)) return true;
    const parent = processes.get(pid)?.parent ?? 0;
    return parent > 1 && isBelow(parent);
  };
  let ticks = 0;
  for (const [pid, known] of processes) if (isBelow(pid)) ticks += known.ticks;
  return ticks * tickMs;
}
