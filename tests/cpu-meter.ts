import { readdirSync, readFileSync } from 'node:fs';

/** Measures the CPU time of processes, with all their descendants. */
export interface CpuMeter {
  /**
   * Follows a process. Returns a function that ends that, and returns the seconds; undefined if
   * nothing can be read.
   */
  follow(pid: number): () => number | undefined;
}

interface Seen {
  parent: number;
  /** Distinguishes a process from a later one of the same number. */
  started: string;
  own: number;
  /** Of children that ended and were waited for. */
  reaped: number;
  isAlive: boolean;
  children: Seen[];
}

const SAMPLE_MS = 250;
/** `sysconf(_SC_CLK_TCK)`: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * Reads `/proc` at intervals: a browser that is killed takes the times of its children with it, so
 * that those of ended children alone would leave out most of it. What begins and ends between two
 * readings counts when its parent waits for it.
 */
export function createCpuMeter(): CpuMeter {
  const seen = new Map<number, Seen>();
  const roots = new Map<number, Seen>();
  let timer: NodeJS.Timeout | undefined;
  return {
    follow(pid) {
      sample(seen);
      const root = seen.get(pid);
      if (root === undefined) return () => undefined;
      roots.set(pid, root);
      timer ??= setInterval(() => sample(seen), SAMPLE_MS).unref();
      return () => {
        roots.delete(pid);
        if (roots.size === 0) {
          clearInterval(timer);
          timer = undefined;
          seen.clear();
        }
        return total(root);
      };
    },
  };
}

/**
 * What a process and its children took: those that were waited for are among the times of their
 * parent as well.
 */
function total({ own, reaped, children }: Seen): number {
  let alive = 0;
  let ended = 0;
  for (const child of children) {
    if (child.isAlive) alive += total(child);
    else ended += total(child);
  }
  return own + alive + Math.max(reaped, ended);
}

function sample(seen: Map<number, Seen>): void {
  const alive = new Map<number, Seen>();
  for (const name of list()) {
    const now = read(Number(name));
    if (now === undefined) continue;
    const before = seen.get(now.pid);
    if (before?.started !== now.started) {
      alive.set(now.pid, { ...now, isAlive: true, children: [] });
      continue;
    }
    before.own = now.own;
    before.reaped = now.reaped;
    alive.set(now.pid, before);
  }
  for (const [pid, process] of seen) {
    if (alive.get(pid) === process) continue;
    process.isAlive = false;
    seen.delete(pid);
  }
  for (const [pid, process] of alive) {
    // Its first parent: that of an orphan is another one later.
    if (seen.get(pid) !== process) alive.get(process.parent)?.children.push(process);
    seen.set(pid, process);
  }
}

function list(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/**
 * See proc_pid_stat(5). The name of the program is in brackets, and may contain brackets and
 * spaces.
 */
function read(pid: number) {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (at: number) => (Number(fields[at]) + Number(fields[at + 1])) / TICKS_PER_SECOND;
  return {
    pid,
    parent: Number(fields[1]),
    started: fields[19] ?? '',
    own: seconds(11),
    reaped: seconds(13),
  };
}
