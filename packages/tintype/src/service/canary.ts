import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import type { Renderer } from '@tintype/core';

/** As little as shows that a browser starts, loads, paints and encodes. */
const PAGE = '<!doctype html><title>ready</title><body style="background:#b3582a">';

/** Renders a test page, in so many seconds at most (default 10): resolves when renders work. */
export async function renderCanary(
  renderer: Pick<Renderer, 'render'>,
  signal: AbortSignal,
  timeoutS = 10,
): Promise<void> {
  await renderer.render(
    {
      kind: 'screenshot',
      html: PAGE,
      viewport_width: 64,
      viewport_height: 64,
      block_annoyance: 'none',
      timeout: timeoutS,
    },
    { signal },
  );
}

/** Options of waiting for the first render. */
export interface ProofOptions {
  /**
   * Browsers that are started elsewhere may come up later: the test page is tried again while there
   * is none.
   */
  isRemote: boolean;
  /** For one test page. */
  timeoutS: number;
  /** For all of them. */
  boundMs: number;
  /** Between two of them. Default 1 s. */
  pauseMs?: number;
}

/**
 * Renders the test page at a start.
 * @throws what the last test page failed with
 */
export async function proveRenders(
  renderer: Pick<Renderer, 'render'>,
  { isRemote, timeoutS, boundMs, pauseMs = 1000 }: ProofOptions,
): Promise<void> {
  const signal = AbortSignal.timeout(boundMs);
  let last: unknown;
  for (;;) {
    try {
      return await renderCanary(renderer, signal, timeoutS);
    } catch (error) {
      // Why there is no browser says more than that the time is over.
      if (last === undefined || !signal.aborted) last = error;
      const isAway = error instanceof RenderError && error.code === 'browser_unavailable';
      if (!isRemote || !isAway || signal.aborted) throw last;
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {
      throw last;
    });
  }
}
