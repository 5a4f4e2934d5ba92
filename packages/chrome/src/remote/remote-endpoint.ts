import type { Egress } from '@tintype/egress';
import type { ChromeBrowser, WarmPage } from '../pool/browser-and-page.ts';
import type { BrowserAddress } from './browser-address.ts';

/** One address of a remote browser, with the connection to it. */
export interface RemoteEndpoint {
  readonly name: string;
  /** Renders that have a page of it, or wait for one. */
  readonly load: number;
  /** Whether it is asked now: one that failed is left alone for a while. */
  readonly isDue: boolean;
  /** Why it was left alone last. */
  readonly failure: string | undefined;
  readonly browser: ChromeBrowser | undefined;
  /** Opens a page, on a connection that is made for it where there is none. */
  openPage(): Promise<{ page: WarmPage; free(): void }>;
  /** Connects. */
  connect(): Promise<ChromeBrowser>;
  stop(): Promise<void>;
}

/** See {@link createEndpoint}. */
interface EndpointOptions {
  egress: Pick<Egress, 'open'>;
  connectTimeoutMs: number;
  /** The first time that an address is left alone after it failed; it doubles with each further failure. */
  backOffMs: number;
}

/** The longest time that an address is left alone, in ms. */
const longestBackOffMs = 60_000;

/** A connection is never recycled: what a browser elsewhere takes is not seen from here. */
const limits = {
  maxPages: Infinity,
  maxAgeMs: Infinity,
  maxMemoryBytes: Infinity,
  maxPageBytes: Infinity,
  maxOpenMs: 10_000,
};

const unguarded =
  'The page was rendered in a remote browser. Its connections went through the egress proxy; UDP, memory and processor time of the page are bounded by that browser alone.';

/** Keeps one connection to an address, made on demand. */
export function createEndpoint(address: BrowserAddress, options: EndpointOptions): RemoteEndpoint {
  let current: Promise<ChromeBrowser> | undefined;
  let browser: ChromeBrowser | undefined;
  /** One that was left still has the pages of its renders. */
  const open = new Set<ChromeBrowser>();
  let load = 0;
  let failures = 0;
  let failure: string | undefined;
  let dueAt = 0;
  let stopped = false;

  const failed = (error: unknown): never => {
    failure = (error as Error).message;
    // Renders that fail together are one failure.
    if (performance.now() < dueAt) throw error;
    failures += 1;
    const backOffMs = Math.min(options.backOffMs * 2 ** (failures - 1), longestBackOffMs);
    dueAt = performance.now() + backOffMs;
    throw error;
  };
  const connect = (): Promise<ChromeBrowser> => {
    if (browser?.retired) current = browser = undefined;
    current ??= openBrowser(address, options).then(
      (opened) => {
        browser = opened;
        failures = 0;
        open.add(opened);
        void opened.closed.then(() => {
          open.delete(opened);
          if (browser === opened) current = browser = undefined;
        });
        if (stopped) void opened.close();
        return opened;
      },
      (error: unknown) => {
        current = undefined;
        return failed(error);
      },
    );
    return current;
  };
  return {
    name: address.name,
    get load() {
      return load;
    },
    get isDue() {
      return performance.now() >= dueAt;
    },
    get failure() {
      return failure;
    },
    get browser() {
      return browser;
    },
    connect,
    async openPage() {
      load += 1;
      const free = () => {
        load -= 1;
      };
      try {
        const connected = await connect();
        const page = await connected.openPage().catch((error: unknown) => {
          connected.retire();
          return failed(error);
        });
        return { page, free };
      } catch (error) {
        free();
        throw error;
      }
    },
    async stop() {
      stopped = true;
      await current?.catch(() => {});
      await Promise.all([...open].map((opened) => opened.close()));
    },
  };
}

async function openBrowser(
  address: BrowserAddress,
  { egress, connectTimeoutMs }: EndpointOptions,
): Promise<ChromeBrowser> {
  const { connectBrowser } = await import('./connect-browser.ts');
  const { createChromeBrowser } = await import('../pool/chrome-browser.ts');
  const { checkProxy } = await import('./check-proxy.ts');
  const connection = await connectBrowser(address, connectTimeoutMs);
  try {
    const proxies = { open: () => egress.open(connection.peer) };
    const browser = await createChromeBrowser(connection, proxies, limits);
    await checkProxy(browser);
    browser.warn(unguarded);
    return browser;
  } catch (error) {
    await connection.kill();
    throw error;
  }
}
