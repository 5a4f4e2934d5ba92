import { availableParallelism } from 'node:os';
import { createChromeSource, type ChromeSource } from '@tintype/chrome';
import type { Lease } from '@tintype/core';
import type { Egress, EgressOptions } from '@tintype/egress';
import type { Environment } from '../environment.ts';
import { loadEgressLater } from '../load-egress-later.ts';
import { sourceOptions } from '../part-options.ts';
import { concurrencyOf, engineOptions } from './engine-options.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** Parts of an engine that start while other modules are loaded. */
export interface StartedEngine {
  egress: Egress;
  /** The local browser; undefined for processes that do not render, or use remote browsers. */
  source: ChromeSource | undefined;
  /** Ports of the service, which pages must not reach. */
  ownPorts: Set<number>;
  /** Stops the parts if the composition of the service fails. */
  stop(): Promise<void>;
}

/**
 * Starts the browser of a service, which takes about as long as loading the other modules. The
 * first render reports a browser that does not start.
 */
export function startEngine(config: ServiceConfig, environment: Environment): StartedEngine {
  const ownPorts = new Set<number>();
  const egress = loadEgressLater(() => egressOptions(config, ownPorts));
  const hasBrowser = config.role.includes('worker') && config.browsers.length === 0;
  const engine = engineOptions(config, concurrencyOf(config, availableParallelism()));
  const source = hasBrowser
    ? withFirstPage(createChromeSource(sourceOptions(egress, engine, environment)))
    : undefined;
  return {
    egress,
    source,
    ownPorts,
    async stop() {
      await source?.stop();
      await egress.close();
    },
  };
}

function egressOptions(config: ServiceConfig, ownPorts: Set<number>): EgressOptions {
  return {
    allow: config.egress_allow,
    ownPorts,
    // Clients of a service read the errors.
    hideAnswers: true,
    advice: (target) => `the operator of this service can allow it: egress_allow ${target}`,
    proxyNames: config.egress_proxy_names,
    ...(config.egress_address === undefined ? {} : { address: config.egress_address }),
    ...(config.egress_ports === undefined ? {} : { ports: config.egress_ports }),
  };
}

/** Requests one page immediately. The first render without other requirements gets it. */
function withFirstPage(source: ChromeSource): ChromeSource {
  // The first page never waits in a queue, so its signal is never needed.
  const { signal } = new AbortController();
  let first: Promise<Lease> | undefined = source.acquire({ gpu: false, signal });
  // Reported by the render that gets the page.
  first.catch(() => {});
  return {
    ...(source.concurrency === undefined ? {} : { concurrency: source.concurrency }),
    acquire(options) {
      const { gpu, frameControl = false } = options;
      if (first === undefined || gpu || frameControl) return source.acquire(options);
      const page = first;
      first = undefined;
      return page;
    },
    start: async () => source.start?.(),
    stop: () => source.stop(),
    get browsers() {
      return source.browsers;
    },
    get states() {
      return source.states;
    },
  };
}
