import type { PageHandle } from './page-handle.ts';

/** Polling interval, in ms. */
const pollMs = 50;

/** Looks until something is found; undefined if nothing was by `endsAt` (`performance.now()`). */
export async function poll<T>(
  { deadline }: Pick<PageHandle, 'deadline'>,
  endsAt: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endsAt) return undefined;
    await deadline.sleep(pollMs);
  }
}
