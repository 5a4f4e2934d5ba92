import { createChromeSource, createRemoteSource } from '@tintype/chrome';
import type { RunningParts } from './composition-root.ts';
import { remoteBrowsers, type Environment } from './environment.ts';
import { loadEgressLater } from './load-egress-later.ts';
import { egressOptions, remoteOptions, sourceOptions } from './part-options.ts';
import type { RendererOptions } from './renderer-options.ts';

/**
 * Starts a browser before the engine is loaded: both take about equally long, and now run
 * concurrently. Resolves when the browser is starting.
 *
 * The first render reports a browser that does not start.
 */
export async function startEarly(
  options: RendererOptions,
  environment: Environment,
): Promise<RunningParts> {
  const egress = loadEgressLater(() => egressOptions(options, environment));
  const browsers = remoteBrowsers(options, environment);
  // Remote browsers are running already.
  if (browsers)
    return { egress, source: createRemoteSource(remoteOptions(egress, options, browsers)) };
  const settings = sourceOptions(egress, options, environment);
  const starting = Promise.withResolvers<void>();
  const source = createChromeSource({ ...settings, onSpawned: starting.resolve });
  source.start?.().then(starting.resolve, starting.resolve);
  await starting.promise;
  return { egress, source };
}
