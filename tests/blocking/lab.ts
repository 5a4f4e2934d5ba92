import { createBlock, type BlockOptions } from '@tintype/block';
import { createChromeSource } from '@tintype/chrome';
import { createRenderer, type Plugin, type RenderResult } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import { createExtract } from '@tintype/extract';
import {
  createFixtureServer,
  readPixels,
  type FixtureServer,
  type DecodedImage,
} from '@tintype/testkit';
import { browserOptions } from '../browser-options.ts';

/** A web server that has every name there is, and an engine that blocks. */
export interface BlockLab {
  server: FixtureServer;
  /** Plain http on a host of that name: it leads to the server. */
  url(host: string, path: string): string;
  render(parameters: Record<string, unknown>): Promise<RenderResult>;
  /** As {@link BlockLab.render}, with the pixels. */
  shoot(
    parameters: Record<string, unknown>,
  ): Promise<{ result: RenderResult; image: DecodedImage }>;
}

/** In which nothing is blocked in another way: banners have a window of their own. */
const smallWindow = { viewport_width: 640, viewport_height: 480 };

interface Teardown {
  teardown(close: () => Promise<void>): void;
}

/**
 * Starts both for one test file. Names are resolved by the egress proxy to the server's address, as
 * a name server would.
 */
export async function createBlockLab(
  t: Teardown,
  { block = {}, plugins = [] }: { block?: BlockOptions; plugins?: Plugin[] } = {},
): Promise<BlockLab> {
  const server = await createFixtureServer();
  const egress = createEgress({
    allow: ['127.0.0.1', '127.0.0.2'],
    resolve: async () => ['127.0.0.1'],
  });
  const renderer = createRenderer({
    source: createChromeSource({ ...browserOptions(), egress, concurrency: 2, spares: 0 }),
    plugins: [createBlock(block), createExtract(), ...plugins],
  });
  t.teardown(async () => {
    await renderer.stop();
    await egress.close();
    await server.close();
  });
  const render: BlockLab['render'] = (parameters) =>
    renderer.render({ kind: 'screenshot', format: 'png', ...smallWindow, ...parameters } as never);
  return {
    server,
    url: (host, path) => server.url(path, host),
    render,
    async shoot(parameters) {
      const result = await render(parameters);
      return { result, image: await readPixels(result.body) };
    },
  };
}
