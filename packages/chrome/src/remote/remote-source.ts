import { RenderError } from '@tintype/contract/errors';
import type { Lease } from '@tintype/core';
import type { Egress } from '@tintype/egress';
import type { ChromeSource } from '../chrome-source.ts';
import { browserUnavailable } from '../find/browser-unavailable.ts';
import { createSlots } from '../pool/slots.ts';
import { readAddresses } from './browser-address.ts';
import { createEndpoint, type RemoteEndpoint } from './remote-endpoint.ts';

/** Options of {@link createRemoteSource}. */
export interface RemoteSourceOptions {
  egress: Pick<Egress, 'open'>;
  /** `ws:` or `wss:` addresses of browsers, or `http:` and `https:` ones of their debugging ports. */
  browsers: readonly string[];
  /** Renders at once; more wait. Default: four for each address. */
  concurrency?: number;
  /** Time for a browser to take a connection and to answer. Default 10 s. */
  connectTimeoutMs?: number;
  /** How long an address that failed is left alone at first. Default 1 s. */
  backOffMs?: number;
}

const perBrowser = 4;

const onCard =
  'gpu_rendering: whether the page was drawn on a graphics card is decided where the remote browser was started.';

/**
 * Makes a source of pages from browsers that run elsewhere. Each render gets a context of its own in the browser that has the fewest;
 * one that fails is left alone for a growing time. No browser is ever ended: connections are, and contexts go with them.
 * @throws TypeError for an address that is none
 */
export function createRemoteSource(options: RemoteSourceOptions): ChromeSource {
  const { egress, connectTimeoutMs = 10_000, backOffMs = 1000 } = options;
  const endpoints = readAddresses(options.browsers).map((address) =>
    createEndpoint(address, { egress, connectTimeoutMs, backOffMs }),
  );
  const concurrency = options.concurrency ?? perBrowser * endpoints.length;
  const slots = createSlots(concurrency);
  let stopping = false;

  const open = async (): ReturnType<RemoteEndpoint['openPage']> => {
    const asked = new Set<RemoteEndpoint>();
    for (;;) {
      if (stopping) throw new RenderError('shutting_down');
      const [next] = endpoints
        .filter((one) => one.isDue && !asked.has(one))
        .toSorted((one, other) => one.load - other.load);
      if (!next) throw noneLeft(endpoints);
      asked.add(next);
      const opened = await next.openPage().catch(() => undefined);
      if (opened) return opened;
    }
  };
  return {
    concurrency,
    async acquire({ gpu, signal }) {
      const freeSlot = await slots.take(signal);
      try {
        const { page, free } = await open();
        const lease = page.lease(() => {
          free();
          freeSlot();
        });
        return gpu ? withWarning(lease, onCard) : lease;
      } catch (error) {
        freeSlot();
        throw error;
      }
    },
    async start() {
      await Promise.allSettled(endpoints.map((endpoint) => endpoint.connect()));
    },
    get browsers() {
      return endpoints.filter(({ browser }) => browser).length;
    },
    get states() {
      return endpoints.flatMap(({ browser }) =>
        browser ? [{ use: 'pages' as const, ...browser.state }] : [],
      );
    },
    async stop() {
      stopping = true;
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
    },
  };
}

function noneLeft(endpoints: readonly RemoteEndpoint[]): RenderError {
  const reasons = endpoints.map(({ name, failure }) => `${name}: ${failure ?? 'not asked'}`);
  return browserUnavailable(`No remote browser gives a page. ${reasons.join('; ')}.`);
}

function withWarning(lease: Lease, warning: string): Lease {
  const warnings = [...lease.browser.warnings, warning];
  return { ...lease, browser: { ...lease.browser, warnings } };
}
