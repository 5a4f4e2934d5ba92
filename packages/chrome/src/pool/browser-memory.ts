import type { CdpSession } from '@tintype/core';
import { residentBytes } from './process-memory.ts';

/**
 * Resident bytes of a browser's long-lived processes. Renderers are left out: they go with their pages.
 * 0 where the system has no /proc.
 */
export async function browserMemoryBytes(session: CdpSession, pid: number): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.filter(({ type }) => type !== 'renderer').map(({ id }) => id);
  const sizes = [...new Set([pid, ...pids])].map(residentBytes);
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
