import type { CdpSession } from '@tintype/core';
import { residentBytes } from './page-memory.ts';

/** Resident bytes of the processes of a browser. 0 where the system has no /proc. */
export interface BrowserMemory {
  /** Of its long-lived processes: renderers go with their pages. */
  ownBytes: number;
  /** With its renderers. What they share counts in each. */
  allBytes: number;
}

export async function browserMemory(session: CdpSession, pid: number): Promise<BrowserMemory> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const own = processInfo.filter(({ type }) => type !== 'renderer').map(({ id }) => id);
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sum = (pids: readonly number[]) =>
    [...new Set(pids)].reduce((bytes, id) => bytes + residentBytes(id), 0);
  const ownBytes = sum([pid, ...own]);
  return { ownBytes, allBytes: ownBytes + sum(renderers) };
}
