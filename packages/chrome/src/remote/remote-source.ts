import type { RemoteState } from '@tintype/contract';
import { RenderError } from '@tintype/contract/errors';
import type { Lease } from '@tintype/core';
import type { Egress } from '@tintype/egress';
import type { ChromeSource } from '../chrome-source.ts';
import { browserUnavailable } from '../find/browser-unavailable.ts';
import type { WarmPage } from '../pool/browser-and-page.ts';
import { createSlots } from '../pool/slots.ts';
import { readAddresses } from './browser-address.ts';
import { createPicker } from './pick-endpoint.ts';
import {
  createEndpoint,
  OwnPortError,
  type RemoteEndpoint,
  type RemoteFailure,
} from './remote-endpoint.ts';

/** Options of {@link createRemoteSource}. */
export interface RemoteSourceOptions {
  egress: Pick<Egress, 'open'>;
  /** `ws:` or `wss:` addresses of browsers, or `http(s):` ones of their debugging ports. */
  browsers: readonly string[];
  /** The most renders that have a page of one browser; more wait. Default 4. */
  pagesPerBrowser?: number;
  /** Renders at once; more wait. Default: `pagesPerBrowser` for each address. */
  concurrency?: number;
  /** Time for a browser to take a connection and to answer. Default 10 s. */
  connectTimeoutMs?: number;
  /** First back-off of an address that failed. Default 1 s. */
  backOffMs?: number;
  /** Called on each failure, while other addresses are tried. */
  onFailure?(failure: RemoteFailure): void;
  /** True if errors omit reasons, which would describe the network to clients. Default false. */
  hideReasons?: boolean;
}

/** A source of pages of remote browsers. */
export interface RemoteSource extends ChromeSource {
  /** State of each address, in the given order. */
  readonly remotes: readonly RemoteState[];
}

const usualPages = 4;
const maxPages = 100;

/** Maximum time to get a page, without the queue, as a multiple of the connection timeout. */
const searches = 1.5;

/** So many browsers are asked in that time, if none of them answers at all. */
const fewestAsked = 15;

const onCard =
  'gpu_rendering: whether the page was drawn on a graphics card is decided where the remote browser was started.';

/**
 * Makes a source of pages from browsers that run elsewhere. Each render gets a context of its own
 * in the browser that has the fewest; one that fails is left alone for a growing time. No browser
 * is ever ended: connections are, and contexts go with them.
 * @throws TypeError for an address that is none, or a number of pages that is not from 1 to 100
 */
export function createRemoteSource(options: RemoteSourceOptions): RemoteSource {
  const { egress, connectTimeoutMs = 10_000, backOffMs = 1000, onFailure = () => {} } = options;
  const pages = readPages(options.pagesPerBrowser);
  const endpoints = readAddresses(options.browsers).map((address) =>
    createEndpoint(address, { egress, connectTimeoutMs, backOffMs, onFailure }),
  );
  const concurrency = options.concurrency ?? pages * endpoints.length;
  const slots = createSlots(concurrency);
  const picker = createPicker(endpoints, pages);
  const searchMs = searches * connectTimeoutMs;
  const noneLeft = (asked: ReadonlySet<RemoteEndpoint>) => {
    const reasons = endpoints.map((endpoint) => {
      const { name, failure } = endpoint.state;
      return `${name}: ${failure ?? (asked.has(endpoint) ? 'no answer yet' : 'not asked')}`;
    });
    const why = options.hideReasons ? '' : ` ${reasons.join('; ')}.`;
    return browserUnavailable(`No remote browser provides a page.${why}`);
  };
  let stopping = false;

  const take = async (signal: AbortSignal, freeSlot: () => void): Promise<Lease> => {
    const asked = new Set<RemoteEndpoint>();
    let leftMs = searchMs;
    for (;;) {
      if (stopping) throw new RenderError('shutting_down');
      const picked = leftMs > 0 ? await picker.pick(asked, signal) : undefined;
      if (!picked) throw noneLeft(asked);
      const { endpoint, free } = picked;
      // Each of those that are left has the same share; what took less than its share leaves more.
      const { isDue } = endpoint;
      const like = endpoints.filter((one) => !asked.has(one) && (!isDue || one.isDue));
      const shareMs = Math.max(leftMs / Math.max(like.length, 1), searchMs / fewestAsked);
      asked.add(endpoint);
      const startMs = performance.now();
      const page = await openWithin(endpoint, Math.min(shareMs, leftMs), free);
      leftMs -= performance.now() - startMs;
      if (!page) continue;
      return page.lease(() => {
        free();
        freeSlot();
      });
    }
  };
  return {
    concurrency,
    async acquire({ gpu, signal }) {
      const freeSlot = await slots.take(signal);
      try {
        const lease = await take(signal, freeSlot);
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
      return endpoints.flatMap(({ browser, state: { name } }) =>
        browser ? [{ use: 'pages' as const, place: name, ...browser.state }] : [],
      );
    },
    get remotes() {
      return endpoints.map(({ state }) => state);
    },
    async stop() {
      stopping = true;
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
    },
  };
}

/** Returns undefined and frees the slot if no page opens in time; a late one is closed. */
async function openWithin(
  endpoint: RemoteEndpoint,
  boundMs: number,
  free: () => void,
): Promise<WarmPage | undefined> {
  const opening = endpoint.openPage();
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), boundMs);
  let isLate = false;
  const opened = opening.then(
    (page) => {
      if (!isLate) return page;
      page.close();
      free();
      return undefined;
    },
    (error: unknown) => {
      free();
      if (error instanceof OwnPortError && !isLate) throw browserUnavailable(error.message, error);
      return undefined;
    },
  );
  try {
    return await Promise.race([opened, late.promise]);
  } finally {
    isLate = true;
    clearTimeout(timer);
  }
}

function readPages(given: number = usualPages): number {
  if (Number.isInteger(given) && given >= 1 && given <= maxPages) return given;
  const got = JSON.stringify(given);
  throw new TypeError(`pagesPerBrowser must be an integer from 1 to ${maxPages}; got ${got}`);
}

function withWarning(lease: Lease, warning: string): Lease {
  const warnings = [...lease.browser.warnings, warning];
  return { ...lease, browser: { ...lease.browser, warnings } };
}
