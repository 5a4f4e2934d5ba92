import type { RequestInput } from '@tintype/contract';
import type { Renderer, RenderOptions, RenderResult } from '@tintype/core';
import { composeRenderer } from './composition-root.ts';
import { readEnvironment } from './environment.ts';
import type { RendererOptions } from './renderer-options.ts';

/**
 * Makes an engine. It starts its browser at the first render, or at `start()`, and keeps it warm until `stop()`.
 *
 * What the options leave open comes from TINTYPE_CHROME_PATH, TINTYPE_CACHE_DIR, TINTYPE_EGRESS_ALLOW
 * and TINTYPE_NO_SANDBOX.
 *
 * @throws TypeError for an entry of `egress.allow` that is no host, `host:port` or CIDR.
 * @example
 * const renderer = createRenderer();
 * const { body } = await renderer.render({ kind: 'screenshot', url: 'https://example.com' });
 * await writeFile('example.jpeg', body);
 * await renderer.stop();
 */
export function createRenderer(options: RendererOptions = {}): Renderer {
  return composeRenderer(options, readEnvironment());
}

/**
 * Renders one page with an engine that is started for it and stopped after it. For more than a few
 * pages, {@link createRenderer} is several times faster.
 *
 * @throws RenderError and nothing else.
 * @example
 * const { body } = await render({ kind: 'screenshot', html: '<h1>Hello</h1>', format: 'png' });
 */
export async function render(
  request: RequestInput,
  options: RendererOptions & RenderOptions = {},
): Promise<RenderResult> {
  const { signal, allow, site, onProgress, ...engine } = options;
  const renderer = createRenderer({ concurrency: 1, spares: 0, ...engine });
  try {
    return await renderer.render(request, {
      ...(signal ? { signal } : {}),
      ...(allow ? { allow } : {}),
      ...(site ? { site } : {}),
      ...(onProgress ? { onProgress } : {}),
    });
  } finally {
    await renderer.stop();
  }
}
