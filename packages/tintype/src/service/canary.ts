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
