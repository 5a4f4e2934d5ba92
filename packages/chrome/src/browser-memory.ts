import { readFile } from 'node:fs/promises';
import type { CdpSession } from '@tintype/core';

/** Linux counts pages of 4 KiB on every system that Chromium runs on (proc_pid_statm(5)). */
const pageBytes = 4096;

/**
 * Resident bytes of a browser's long-lived processes. Renderers are left out: they go with their pages.
 * 0 where the system has no /proc.
 */
export async function browserMemoryBytes(session: CdpSession, pid: number): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.filter(({ type }) => type !== 'renderer').map(({ id }) => id);
  const sizes = await Promise.all([...new Set([pid, ...pids])].map(residentBytes));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function residentBytes(pid: number): Promise<number> {
  try {
    const fields = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(fields[1]) * pageBytes;
  } catch {
    return 0;
  }
}
