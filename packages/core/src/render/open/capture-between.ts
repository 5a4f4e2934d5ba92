import type { OpenPage } from '../../types.ts';

/**
 * Calls `capture` at each `capture` step of an open page, and runs the steps between them.
 * @param signal - ends the loop without an error; the remaining steps are not run
 */
export async function captureBetween(
  page: Pick<OpenPage, 'paused' | 'resume'>,
  capture: (step: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  while (page.paused !== undefined && !signal?.aborted) {
    await capture(page.paused);
    await page.resume();
  }
}
