import type { Egress } from '@tintype/egress';
import type { RecycleLimits } from './pool/chrome-browser.ts';
import type { SandboxMode } from './sandbox/sandbox.ts';

/** Options of {@link createChromeSource}. */
export interface ChromeSourceOptions {
  egress: Egress;
  /** See `defaultCacheDir`. */
  cacheDir: string;
  /** The environment of this process; the browser gets only what it needs of it. */
  env: Readonly<Record<string, string | undefined>>;
  homedir: string;
  /** A browser of one's own. Default: the best that is found. */
  executablePath?: string;
  /** Default `auto`: without a sandbox only where the system has none. */
  sandbox?: SandboxMode;
  extraArgs?: readonly string[];
  /** Renders at once; more wait. Default: two for each processor. */
  concurrency?: number;
  /** Concurrent screencasts, each in its own browser. Default: one per processor. */
  recordings?: number;
  /** Pages made ready beyond those in use. Default 1. */
  spares?: number;
  recycle?: Partial<RecycleLimits>;
  /** Maximum resident memory of the processes of one page, in bytes; on Linux. Default 1.5 GiB. */
  maxPageBytes?: number;
  /** A control group (version 2) without processes, for the memory and CPU limits of browsers. */
  cgroup?: string;
  /** Niceness of browsers, from 0 (the default) to 19, see nice(1). */
  niceness?: number;
  /** Called when a browser was spawned and is starting: the time to load further modules. */
  onSpawned?: () => void;
}
