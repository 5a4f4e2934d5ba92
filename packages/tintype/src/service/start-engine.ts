import { availableParallelism } from 'node:os';
import { createChromeSource, type ChromeSource } from '@tintype/chrome';
import type { Lease } from '@tintype/core';
import type { Egress, EgressOptions } from '@tintype/egress';
import type { Environment } from '../environment.ts';
import { loadEgressLater } from '../load-egress-later.ts';
import { sourceOptions } from '../part-options.ts';
import { concurrencyOf, engineOptions } from './engine-options.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** The parts of an engine that the others are loaded beside. */
export interface StartedEngine {
  egress: Egress;
  /**
   * Absent where nothing is to be started: other processes render, or other machines have the
   * browsers.
   */
  source: ChromeSource | undefined;
  /** Told the service's port, so that no page reaches it. */
  ownPorts: Set<number>;
  /** For a service that could not be put together. */
  stop(): Promise<void>;
}

/**
 * Starts the browser of a service, which takes about as long as the rest of the service takes to
 * load. One that does not start is reported by the first render.
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
    // Clients of a service read it, who have no command line.
    hideAnswers: true,
    advice: (target) => `the operator of this service can allow it: egress_allow ${target}`,
    proxyNames: config.egress_proxy_names,
    ...(config.egress_address === undefined ? {} : { address: config.egress_address }),
    ...(config.egress_ports === undefined ? {} : { ports: config.egress_ports }),
  };
}

/** Asks for one page at once, which the first render gets that wants no other. */
function withFirstPage(source: ChromeSource): ChromeSource {
  // It is the first, so it never waits for its turn, which is what a signal aborts.
  const { signal } = new AbortController();
  let first: Promise<Lease> | undefined = source.acquire({ gpu: false, signal });
  // Said by the render that gets it.
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
