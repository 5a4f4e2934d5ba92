import { readFileSync } from 'node:fs';

/** Linux counts pages of 4 KiB on every system that Chromium runs on (proc_pid_statm(5)). */
const pageBytes = 4096;

/** Resident bytes of a process. 0 where the system has no /proc, and of one that is gone. */
export function residentBytes(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(fields[1]) * pageBytes;
  } catch {
    return 0;
  }
}
