import { createArchive } from '@tintype/archive';
import { createBlock } from '@tintype/block';
import { createChromeSource, createRemoteSource } from '@tintype/chrome';
import { createRenderer, createTrace, type BrowserSource, type Renderer } from '@tintype/core';
import { createEgress, type Egress } from '@tintype/egress';
import { createExtract } from '@tintype/extract';
import { createVideo, type Encoders } from '@tintype/video';
import { remoteBrowsers, type Environment } from './environment.ts';
import { blockOptions, egressOptions, remoteOptions, sourceOptions } from './part-options.ts';
import type { RendererOptions } from './renderer-options.ts';
import { sessionsFor } from './sessions/sessions-for.ts';

/** Parts of an engine that are running already. */
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
  const egress = running?.egress ?? createEgress(egressOptions(options, environment));
  const sessions = sessionsFor(options, environment);
  const source = running?.source ?? createSource(egress, options, environment);
  return createRenderer({
    source: closingEgress(source, egress),
    ...(options.use ? { use: options.use } : {}),
    ...(sessions ? { sessions } : {}),
    ...(options.queueTimeout === undefined ? {} : { queueTimeout: options.queueTimeout }),
    plugins: [
      createTrace(),
      createBlock(blockOptions(options, environment)),
      createExtract(),
      createArchive(),
      createVideo({ encoders: () => loadEncoders(environment) }),
      ...(options.plugins ?? []),
    ],
  });
}

function createSource(
  egress: Egress,
  options: RendererOptions,
  environment: Environment,
): BrowserSource {
  const browsers = remoteBrowsers(options, environment);
  if (browsers) return createRemoteSource(remoteOptions(egress, options, browsers));
  return createChromeSource(sourceOptions(egress, options, environment));
}

/** Encoders are loaded for the first screencast. */
async function loadEncoders({ variables }: Environment): Promise<Encoders> {
  const { createEncoders } = await import('@tintype/video/encoders');
  return createEncoders({ env: variables });
}

/**
 * Closes the egress proxy after the browser, as running pages need it; also if the browser does not
 * stop.
 */
function closingEgress(source: BrowserSource, egress: Egress): BrowserSource {
  return {
    ...(source.concurrency === undefined ? {} : { concurrency: source.concurrency }),
    acquire: (options) => source.acquire(options),
    start: async () => source.start?.(),
    stop: async () => {
      try {
        await source.stop();
      } finally {
        await egress.close();
      }
    },
  };
}
