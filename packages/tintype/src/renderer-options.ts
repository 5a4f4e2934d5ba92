import type { Middleware, Plugin, SessionDirectory } from '@tintype/core';

/** Choice and options of the browser. */
export interface ChromeOptions {
  /** The browser to use. Default: TINTYPE_CHROME_PATH, then what is found on the machine. */
  executablePath?: string;
  /**
   * `auto` (the default) uses the browser's sandbox and goes on without it, with a warning, where
   * the system allows none; `required` fails there; `off` never uses it.
   */
  sandbox?: 'auto' | 'required' | 'off';
  /** Further arguments for the browser. */
  args?: readonly string[];
  /**
   * On Linux: a control group (version 2) without processes of its own that this program may write
   * to, for example one that systemd delegates. Browsers run in a group inside it, and lose pages
   * before the machine is out of memory. Default: none.
   */
  cgroup?: string;
  /**
   * How far browsers let other processes of the machine go first where processors are short: an
   * integer from 0 (the default: not at all) to 19, see nice(1). Your own program then answers
   * while pages compute.
   */
  niceness?: number;
  /**
   * Where browsers and fonts are kept. Default: TINTYPE_CACHE_DIR, then the user's cache folder.
   */
  cacheDir?: string;
}

/** Egress policy of pages. */
export interface EgressOptions {
  /**
   * `host`, `host:port` or CIDR that pages may reach although they are not public. Default:
   * TINTYPE_EGRESS_ALLOW, then nothing.
   */
  allow?: readonly string[];
  /**
   * The only ports of public hosts that pages may reach. Default: all but those of well-known other
   * services.
   */
  ports?: readonly number[];
  /**
   * Gives proxies names and not the addresses that were checked: for those that take no addresses,
   * or where no name server knows public names. Only for proxies that reach nothing private.
   * Default: TINTYPE_EGRESS_PROXY_NAMES, then false.
   */
  proxyNames?: boolean;
  /**
   * An IP address of this machine at which `browsers` on other machines reach the egress proxy.
   * Each browser gets ports that take connections from its own address alone. Default:
   * TINTYPE_EGRESS_ADDRESS, then none, for browsers that are reached at a loopback address.
   */
  address?: string;
}

/** Options of `block_annoyance`. */
export interface BlockListOptions {
  /**
   * Filter lists in EasyList's syntax: files, or folders whose `.txt` files are read. Default:
   * TINTYPE_BLOCK_LISTS. Those that `tintype lists update` installed are used as well.
   */
  lists?: readonly string[];
}

/** Options of {@link createRenderer}. Each one wins over the environment. */
export interface RendererOptions<Plugins extends readonly Plugin[] = readonly Plugin[]> {
  chrome?: ChromeOptions;
  /**
   * Running browsers, on this machine or others, instead of those that Tintype starts: `ws:` or
   * `wss:` URLs, or `http:` and `https:` ones of their debugging ports; 1 to 100. The one with the
   * fewest pages is next. docs/remote-browsers.md lists what the egress proxy cannot guard there.
   * `chrome`, `spares` and `maxPageBytes` have no effect on them. Default: TINTYPE_BROWSERS,
   * separated by commas, unless `chrome.executablePath` is set; then none.
   * @example ['ws://10.0.0.7:3000?token=…', 'http://10.0.0.8:9222']
   */
  browsers?: readonly string[];
  /**
   * The most renders that have a page of one of `browsers`; more wait. An integer from 1 to 100.
   * Default 4.
   */
  pagesPerBrowser?: number;
  egress?: EgressOptions;
  block?: BlockListOptions;
  /**
   * How many pages are rendered at the same time; more wait. Default: two for each core, or
   * `pagesPerBrowser` for each of `browsers`.
   */
  concurrency?: number;
  /**
   * Time a render may wait for its page, in seconds: behind others, and for the browser to
   * start. Past it, it ends with code `queue_full`. Default: as long as it takes. `timeout`, the
   * time of the render itself, begins with the page.
   */
  queueTimeout?: number;
  /** Pages made ready beyond those in use, so that a render need not wait for one. Default 1. */
  spares?: number;
  /**
   * Memory that the processes of one page may take together, in bytes; a page that takes more ends
   * with `page_too_large`. On Linux; elsewhere there is no bound. Default 1.5 GiB.
   */
  maxPageBytes?: number;
  /**
   * Storage of sessions: a folder, which is encrypted with a key in it, or your own. `false`: none.
   * Default: `sessions` in TINTYPE_DATA_DIR, then in the user's data folder.
   */
  sessions?: SessionDirectory | string | false;
  /** Code around each render, the first outermost. */
  use?: readonly Middleware[];
  /** Parts of the engine, which can bring kinds of their own. */
  plugins?: Plugins;
}
