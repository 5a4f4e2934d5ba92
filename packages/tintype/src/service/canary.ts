import { setTimeout as delay } from 'node:timers/promises';
import { RenderError } from '@tintype/contract';
import type { Renderer } from '@tintype/core';

/** A minimal page that shows that a browser starts, loads, paints and encodes. */
const PAGE = '<!doctype html><title>ready</title><body style="background:#b3582a">';

/** Renders a test page. Resolves if renders work. @param timeoutS - default 10 */
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
  /** Remote browsers may start later: without one, the test page is retried. */
  isRemote: boolean;
  /** Limit of one test page. */
  timeoutS: number;
  /** Limit of all test pages together. */
  boundMs: number;
  /** Pause between two of them. Default 1 s. */
  pauseMs?: number;
}

/** Renders the test page at startup. @throws the error of the last test page */
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
      // The reason why there is no browser is more useful than a timeout.
      if (last === undefined || !signal.aborted) last = error;
      const isAway = error instanceof RenderError && error.code === 'browser_unavailable';
      if (!isRemote || !isAway || signal.aborted) throw last;
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {
      throw last;
    });
  }
}
