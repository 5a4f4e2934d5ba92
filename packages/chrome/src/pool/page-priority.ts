import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { CdpSession } from '@tintype/core';

export type ProcessInfo = Awaited<ReturnType<typeof readProcesses>>[number];

/** The processes of a browser, with the seconds that each has computed so far. */
export async function readProcesses(session: CdpSession) {
  return (await session.send('SystemInfo.getProcessInfo')).processInfo;
}

/** Lowers the priority of pages that compute without end. */
export interface PriorityWatch {
  /** To be called a few times a second. */
  look(processes: readonly ProcessInfo[]): void;
}

/** Counts threads that want to compute, whether they get to run or not. */
const busyThreads = 3;
/** Looks in a row, and it means to go on. */
const busyLooks = 4;
/** One busy thread is usual while a page loads; without a pause, its script may have no end. */
const steadyMs = 5_000;
/** Seconds computed between two looks: below this a process is not inspected more closely. */
const idleSeconds = 0.02;
/** A tenth of the CPU share of others under contention. Added to the browser's niceness. */
const furtherNiceness = 10;

interface Renderer {
  cpuTime: number;
  /** Looks in a row that found many busy threads. */
  busy: number;
  /** Since when each look found a busy thread. */
  sinceMs?: number | undefined;
  isLowered: boolean;
}

/** Inputs of {@link createPriorityWatch}. */
interface PriorityParts {
  /** Counts the threads of a process that compute or want to. */
  running?: (pid: number) => number;
  now?: () => number;
}

export function createPriorityWatch({
  running = runningThreads,
  now = () => performance.now(),
}: PriorityParts = {}): PriorityWatch {
  const known = new Map<number, Renderer>();
  return {
    look(processes) {
      const ids = new Set(processes.map(({ id }) => id));
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      for (const { type, id, cpuTime } of processes) {
        if (type !== 'renderer') continue;
        const before = known.get(id) ?? { cpuTime, busy: 0, isLowered: false };
        if (before.isLowered) continue;
        const computes = cpuTime - before.cpuTime > idleSeconds;
        // A thread that others leave no processor computes little, and has not paused.
        const threads = computes || before.sinceMs !== undefined ? running(id) : 0;
        const busy = computes && threads >= busyThreads ? before.busy + 1 : 0;
        const sinceMs = threads > 0 ? (before.sinceMs ?? now()) : undefined;
        const isSteady = sinceMs !== undefined && now() - sinceMs >= steadyMs;
        const isLowered = busy === busyLooks || isSteady;
        known.set(id, { cpuTime, busy, sinceMs, isLowered });
        if (isLowered) eachThread(id, lowerThread);
      }
    },
  };
}

function lowerThread(thread: number): void {
  setPriority(thread, Math.min(19, getPriority(thread) + furtherNiceness));
}

/** Read synchronously: /proc never waits for a disk, and Node's thread pool is 20 times slower. */
function runningThreads(pid: number): number {
  let count = 0;
  eachThread(pid, (thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1');
    if (stat.charAt(stat.lastIndexOf(')') + 2) === 'R') count += 1;
  });
  return count;
}

/** On Linux each thread has a priority of its own, inherited by the threads that it starts. */
function eachThread(pid: number, work: (thread: number) => void): void {
  for (const thread of threadsOf(pid)) {
    try {
      work(Number(thread));
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
