import type { Middleware, Plugin } from '@tintype/core';

/** Which browser runs, and how. */
export interface ChromeOptions {
  /** The browser to use. Default: TINTYPE_CHROME_PATH, then what is found on the machine. */
  executablePath?: string;
  /**
   * `auto` (the default) uses the browser's sandbox and goes on without it, with a warning, where the
   * system allows none; `required` fails there; `off` never uses it.
   */
  sandbox?: 'auto' | 'required' | 'off';
  /** Further arguments for the browser. */
  args?: readonly string[];
  /** Where browsers and fonts are kept. Default: TINTYPE_CACHE_DIR, then the user's cache folder. */
  cacheDir?: string;
}

/** What pages may reach. */
export interface EgressOptions {
  /**
   * `host`, `host:port` or CIDR that pages may reach although they are not public. Default:
   * TINTYPE_EGRESS_ALLOW, then nothing.
   */
  allow?: readonly string[];
  /** The only ports of public hosts that pages may reach. Default: all but those of well-known other services. */
  ports?: readonly number[];
}

/** What `block_annoyance` works with. */
export interface BlockListOptions {
  /**
   * Filter lists in EasyList's syntax: files, or folders whose `.txt` files are read. Default: TINTYPE_BLOCK_LISTS. Those that
   * `tintype lists update` installed are used as well.
   */
  lists?: readonly string[];
}

/** Options of {@link createRenderer}. Each one wins over the environment. */
export interface RendererOptions {
  chrome?: ChromeOptions;
  egress?: EgressOptions;
  block?: BlockListOptions;
  /** How many pages are rendered at the same time; more wait. Default: two for each core. */
  concurrency?: number;
  /** Pages made ready beyond those in use, so that a render need not wait for one. Default 1. */
  spares?: number;
  /** Code around each render, the first outermost. */
  use?: readonly Middleware[];
  plugins?: readonly Plugin[];
}
