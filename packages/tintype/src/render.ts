import type { KindRequestInput, RequestInput } from '@tintype/contract';
import type { KindsOf, Plugin, Renderer, RenderOptions, RenderResult } from '@tintype/core';
import { composeRenderer } from './composition-root.ts';
import { readEnvironment } from './environment.ts';
import type { RendererOptions } from './renderer-options.ts';

/**
 * Makes an engine. It starts its browser at the first render, or at `start()`, and keeps it warm
 * until `stop()`.
 *
 * What the options leave open comes from TINTYPE_CHROME_PATH, TINTYPE_BROWSERS, TINTYPE_CACHE_DIR,
 * TINTYPE_EGRESS_ALLOW and TINTYPE_NO_SANDBOX.
 * @throws TypeError for an entry of `egress.allow` that is no host, `host:port` or CIDR.
 * @throws RangeError for a `queueTimeout` that is no number above 0.
 * @example
 * const renderer = createRenderer();
 * const { body } = await renderer.render({ kind: 'screenshot', url: 'https://example.com' });
 * await writeFile('example.jpeg', body);
 * await renderer.stop();
 */
export function createRenderer<const Plugins extends readonly Plugin[] = readonly Plugin[]>(
  options: RendererOptions<Plugins> = {},
): Renderer<KindsOf<Plugins>> {
  return composeRenderer(options, readEnvironment());
}

/**
 * Renders one page with an engine that is started for it and stopped after it. For more than a few
 * pages, {@link createRenderer} is several times faster.
 * @throws RenderError for what went wrong with the page; TypeError and RangeError as {@link
 *   createRenderer}.
 * @example
 * const { body } = await render({ kind: 'screenshot', html: '<h1>Hello</h1>', format: 'png' });
 */
export async function render<const Plugins extends readonly Plugin[] = readonly Plugin[]>(
  request: RequestInput | KindRequestInput<KindsOf<Plugins>>,
  options: RendererOptions<Plugins> & OwnOptions = {},
): Promise<RenderResult> {
  const { engine, own } = splitOptions(options);
  const renderer = createRenderer({ concurrency: 1, spares: 0, ...engine });
  let result: RenderResult | undefined;
  try {
    result = await renderer.render(request, own);
    return result;
  } finally {
    // The result, or its failure, is known: errors of stopping are warnings.
    await renderer.stop().catch((error: Error) => result?.warnings.push(error.message));
  }
}

/** Options of a render, without those that the engine has under the same name. */
type OwnOptions = Omit<RenderOptions, 'sessions'>;

/** The type requires every option of a render: a missing one would have no effect. */
const renderOptionNames: Record<keyof OwnOptions, true> = {
  signal: true,
  allow: true,
  upstream: true,
  scope: true,
  group: true,
  site: true,
  assets: true,
  data: true,
  parsed: true,
  trace: true,
  onProgress: true,
};

function splitOptions(options: RendererOptions & OwnOptions): {
  engine: RendererOptions;
  own: OwnOptions;
} {
  const isOwn = ([name]: [string, unknown]) => Object.hasOwn(renderOptionNames, name);
  const given = Object.entries(options);
  return {
    engine: Object.fromEntries(given.filter((option) => !isOwn(option))),
    own: Object.fromEntries(given.filter(isOwn)),
  };
}
