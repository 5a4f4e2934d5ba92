import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { markName } from './mortal-service.ts';

/** Processes that still have the mark of this run in their environment. */
export async function leftovers(mark: string): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const marked = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${Number(pid)}/environ`, 'latin1').includes(
          `${markName}=${mark}`,
        );
      } catch {
        return false;
      }
    });
  // A browser of a killed service notices that its pipe is closed, and goes.
  for (let attempt = 0; attempt < 50 && marked().length > 0; attempt += 1) await delay(100);
  return marked().length;
}
