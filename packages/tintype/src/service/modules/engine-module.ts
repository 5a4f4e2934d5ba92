import { availableParallelism } from 'node:os';
import { createChromeSource, createRemoteSource } from '@tintype/chrome';
import { createLimiter } from '@tintype/jobs';
import { composeRenderer } from '../../composition-root.ts';
import { remoteOptions, sourceOptions } from '../../part-options.ts';
import type { RendererOptions } from '../../renderer-options.ts';
import { proveRenders } from '../canary.ts';
import { concurrencyOf, engineOptions, recordingsOf } from '../engine-options.ts';
import {
  LIMITER,
  READINESS,
  RENDERER,
  SOURCE,
  type ServiceModule,
  type ServiceParts,
  type ServiceSource,
} from './service-module.ts';

/**
 * Limits of the test page of a start. Several processes that start on a loaded machine take their
 * time to start a browser and to render.
 */
const canaryLimits = { timeoutS: 30, boundMs: 60_000 };

/** Browsers, the renderer, and the limiter of its slots. */
export const engineModule: ServiceModule = {
  register(scope, parts) {
    const { config, environment, started, store, plugins = [] } = parts;
    const cores = availableParallelism();
    const concurrency = concurrencyOf(config, cores);
    const engine: RendererOptions = { ...engineOptions(config, concurrency), plugins };
    const { egress } = started;
    scope.provide(SOURCE, () => started.source ?? createSource(engine, parts));
    scope.provide(RENDERER, () =>
      composeRenderer({ ...engine, sessions: false }, environment, {
        egress,
        source: scope.get(SOURCE),
      }),
    );
    scope.provide(LIMITER, () =>
      createLimiter({
        concurrency,
        recordings: recordingsOf(config, cores),
        maxWaiting: config.max_waiting,
        slots: store.slots,
      }),
    );
  },
  steps(scope, { config }) {
    const renderer = scope.get(RENDERER);
    const readiness = scope.get(READINESS);
    return {
      async start() {
        if (!config.role.includes('worker')) return;
        const isRemote = config.browsers.length > 0;
        // Connects to all of them, so that the log starts with those that cannot be reached.
        if (isRemote) renderer.start().catch(() => {});
        await proveRenders(renderer, { isRemote, ...canaryLimits });
        readiness.proved();
      },
      stop: [() => renderer.stop()],
    };
  },
};

/** The browsers of the settings; without any, those that the service starts. */
function createSource(
  engine: RendererOptions,
  { environment, log, started: { egress } }: ServiceParts,
): ServiceSource {
  if (!engine.browsers) return createChromeSource(sourceOptions(egress, engine, environment));
  return createRemoteSource({
    ...remoteOptions(egress, engine, engine.browsers),
    // Clients read errors.
    hideReasons: true,
    onFailure: ({ name, reason, forMs }) =>
      log.warn({ browser: name, reason, forMs }, 'a remote browser is not used for a while'),
  });
}
