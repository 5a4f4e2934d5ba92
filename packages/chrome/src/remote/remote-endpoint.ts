import type { RemoteState } from '@tintype/contract';
import type { Egress } from '@tintype/egress';
import type { ChromeBrowser, WarmPage } from '../pool/browser-and-page.ts';
import type { BrowserAddress } from './browser-address.ts';
import { createBackOff } from './back-off.ts';

/** One address of a remote browser, with the connection to it. */
export interface RemoteEndpoint {
  readonly state: RemoteState;
  /** Renders that have a page of it, or wait for one. */
  readonly load: number;
  /** True if it may be used now: after a failure it is not, for a while. */
  readonly isDue: boolean;
  /** True if it may be tried although it is backing off: its last failure is not recent. */
  readonly mayBeAsked: boolean;
  /** When it is due, by the clock of `performance.now()`. */
  readonly dueAt: number;
  readonly browser: ChromeBrowser | undefined;
  /** Counts one more render; returns a function that undoes it. */
  claim(): () => void;
  /** Opens a page, on a connection that is made for it where there is none. */
  openPage(): Promise<WarmPage>;
  connect(): Promise<ChromeBrowser>;
  stop(): Promise<void>;
}

/** The failure that an address backs off for. */
export interface RemoteFailure {
  /** Its protocol, host and port. */
  name: string;
  reason: string;
  /** Duration of the back-off, in milliseconds. */
  forMs: number;
}

/** See {@link createEndpoint}. */
export interface EndpointOptions {
  egress: Pick<Egress, 'open'>;
  connectTimeoutMs: number;
  /** Suspension after a first failure, in ms; it doubles with each further one. */
  backOffMs: number;
  onFailure(failure: RemoteFailure): void;
}

/** A connection is never recycled: what a browser elsewhere takes is not seen from here. */
const limits = {
  maxPages: Infinity,
  maxAgeMs: Infinity,
  maxMemoryBytes: Infinity,
  maxPageBytes: Infinity,
  maxOpenMs: 10_000,
};

/** Keeps one connection to an address, made on demand; one that failed is tried again by itself. */
export function createEndpoint(address: BrowserAddress, options: EndpointOptions): RemoteEndpoint {
  const { name } = address;
  let current: Promise<ChromeBrowser> | undefined;
  let browser: ChromeBrowser | undefined;
  /** One that was left still has the pages of its renders. */
  const open = new Set<ChromeBrowser>();
  let load = 0;
  const stopping = new AbortController();
  const backOff = createBackOff(options.backOffMs, () => {
    connect().catch(() => {});
  });

  const failed = (error: unknown): never => {
    if (error instanceof OwnPortError) throw error;
    const reason = (error as Error).message;
    const forMs = stopping.signal.aborted ? undefined : backOff.fail(reason);
    if (forMs !== undefined) options.onFailure({ name, reason, forMs });
    throw error;
  };
  const onOpened = (opened: ChromeBrowser): ChromeBrowser => {
    browser = opened;
    backOff.recover();
    open.add(opened);
    void opened.closed.then(() => {
      open.delete(opened);
      if (browser === opened) current = browser = undefined;
    });
    if (stopping.signal.aborted) void opened.close();
    return opened;
  };
  const connect = (): Promise<ChromeBrowser> => {
    if (browser?.retired) current = browser = undefined;
    current ??= openBrowser(address, options, stopping.signal).then(onOpened, (error: unknown) => {
      current = undefined;
      return failed(error);
    });
    return current;
  };
  const openOn = async (connected: ChromeBrowser): Promise<WarmPage> => {
    try {
      const page = await connected.openPage();
      backOff.succeed();
      return page;
    } catch (error) {
      if (!(error instanceof OwnPortError)) connected.retire();
      throw error;
    }
  };
  return {
    get state(): RemoteState {
      const { failure, failures } = backOff;
      const isConnected = browser !== undefined && !browser.retired;
      const figures = { name, pages: load, failures };
      if (failure !== undefined) return { ...figures, state: 'failing', failure };
      return { ...figures, state: isConnected ? 'connected' : 'idle' };
    },
    get load() {
      return load;
    },
    get isDue() {
      return performance.now() >= backOff.dueAt;
    },
    get mayBeAsked() {
      return performance.now() >= backOff.failedAt + options.backOffMs;
    },
    get dueAt() {
      return backOff.dueAt;
    },
    get browser() {
      return browser;
    },
    connect,
    claim() {
      load += 1;
      let isFree = false;
      return () => {
        if (!isFree) load -= 1;
        isFree = true;
      };
    },
    async openPage() {
      const before = browser;
      const connected = await connect();
      try {
        return await openOn(connected);
      } catch (error) {
        // The end of an established connection is no evidence against the browser.
        if (connected !== before || !connected.disconnected) return failed(error);
      }
      return openOn(await connect()).catch(failed);
    },
    async stop() {
      stopping.abort();
      backOff.stop();
      await current?.catch(() => {});
      await Promise.all([...open].map((opened) => opened.close()));
    },
  };
}

async function openBrowser(
  address: BrowserAddress,
  { egress, connectTimeoutMs }: EndpointOptions,
  stopped: AbortSignal,
): Promise<ChromeBrowser> {
  const { connectBrowser } = await import('./connect-browser.ts');
  const { createChromeBrowser } = await import('../pool/chrome-browser.ts');
  const { checkProxy } = await import('./check-proxy.ts');
  const { createGuardState } = await import('./guard-state.ts');
  const connection = await connectBrowser(address, connectTimeoutMs, stopped);
  const cut = () => void connection.kill();
  stopped.addEventListener('abort', cut, { once: true });
  try {
    const proxies = { open: () => openPort(egress, connection.peer) };
    const guard = createGuardState();
    const remote = { ...connection, remote: guard.remote };
    const browser = await createChromeBrowser(remote, proxies, limits);
    if (await checkProxy(browser)) guard.keepsUdp();
    browser.warn(guard.sentence);
    connection.unref();
    return browser;
  } catch (error) {
    await connection.kill();
    throw error;
  } finally {
    stopped.removeEventListener('abort', cut);
  }
}

function openPort(egress: Pick<Egress, 'open'>, peer: string | undefined) {
  return egress.open(peer).catch((error: NodeJS.ErrnoException) => {
    // Without an address of this machine no browser on another one has a page: others may.
    throw error instanceof TypeError ? error : new OwnPortError(error);
  });
}

/** The egress proxy could not open a port: not a fault of the remote browser. */
export class OwnPortError extends Error {
  constructor(cause: NodeJS.ErrnoException) {
    super(
      `The egress proxy could not listen on a port of this machine (${cause.code ?? 'failed'}).`,
      {
        cause,
      },
    );
  }
}
