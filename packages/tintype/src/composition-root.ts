import 'reflect-metadata';
import { createBlock } from '@tintype/block';
import { createChromeSource } from '@tintype/chrome';
import { createRenderer, type BrowserSource, type Renderer } from '@tintype/core';
import { createEgress, type Egress } from '@tintype/egress';
import { createExtract } from '@tintype/extract';
import { createVideo, type Encoders } from '@tintype/video';
import {
  container,
  instanceCachingFactory,
  type DependencyContainer,
  type InjectionToken,
} from 'tsyringe';
import type { Environment } from './environment.ts';
import { blockOptions, egressOptions, sourceOptions } from './part-options.ts';
import type { RendererOptions } from './renderer-options.ts';

const EGRESS: InjectionToken<Egress> = Symbol('egress');
const SOURCE: InjectionToken<BrowserSource> = Symbol('browser source');
const RENDERER: InjectionToken<Renderer> = Symbol('renderer');

/** Parts of an engine that run already. */
export interface RunningParts {
  egress: Egress;
  source: BrowserSource;
}

/** Wires one engine. Nothing starts before its first render. */
export function composeRenderer(
  options: RendererOptions,
  environment: Environment,
  running?: RunningParts,
): Renderer {
  return register(options, environment, running).resolve(RENDERER);
}

function register(
  options: RendererOptions,
  environment: Environment,
  running: RunningParts | undefined,
): DependencyContainer {
  // A container of its own for each engine: nothing is shared between two of them.
  return container
    .createChildContainer()
    .register(EGRESS, {
      useFactory: instanceCachingFactory(
        () => running?.egress ?? createEgress(egressOptions(options, environment)),
      ),
    })
    .register(SOURCE, {
      useFactory: instanceCachingFactory(
        (scope) =>
          running?.source ??
          createChromeSource(sourceOptions(scope.resolve(EGRESS), options, environment)),
      ),
    })
    .register(RENDERER, {
      useFactory: instanceCachingFactory((scope) => {
        const renderer = createRenderer({
          source: scope.resolve(SOURCE),
          ...(options.use ? { use: options.use } : {}),
          plugins: [
            createBlock(blockOptions(options, environment)),
            createExtract(),
            createVideo({ encoders: () => loadEncoders(environment) }),
            ...(options.plugins ?? []),
          ],
        });
        return closingEgress(renderer, scope.resolve(EGRESS));
      }),
    });
}

/** Nothing of encoders is loaded for a picture. */
async function loadEncoders({ variables }: Environment): Promise<Encoders> {
  const { createEncoders } = await import('@tintype/video/encoders');
  return createEncoders({ env: variables });
}

/** The guard closes last: pages under way still need it. */
function closingEgress(renderer: Renderer, egress: Egress): Renderer {
  return {
    render: (request, options) => keepAlive(renderer.render(request, options)),
    start: () => keepAlive(renderer.start()),
    stop: () => keepAlive(renderer.stop().then(() => egress.close())),
  };
}

/** Far above any render's time; setInterval takes no more than 2^31 - 1. */
const LONG_MS = 2 ** 30;

/** An idle browser does not keep Node alive; work that somebody waits for does. */
async function keepAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, LONG_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
