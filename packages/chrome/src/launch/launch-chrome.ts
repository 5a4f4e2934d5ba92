import type { BrowserGroup } from './browser-group.ts';
import { bundledLibraryDir } from '../find/bundled-browser.ts';
import { browserEnvironment } from './browser-environment.ts';
import { browserUnavailable } from '../find/browser-unavailable.ts';
import { type BrowserProcess, type BrowserVersion, startBrowser } from './browser-process.ts';
import { chromeFlags, windowFlags } from './chrome-flags.ts';
import type { FoundBrowser } from '../find/find-browser.ts';
import { fontconfigForBareSystem } from '../fonts/fonts.ts';
import type { MessagePipe } from '../protocol/message-pipe.ts';
import { createProfile, sweepProfiles, profileParent } from './profile.ts';
import { reachableBrowser } from '../find/reachable-browser.ts';
import {
  type BrowserUser,
  browserUser,
  type SandboxMode,
  saysNoSandbox,
} from '../sandbox/sandbox.ts';
import { refusalError, refusalWarning } from '../sandbox/sandbox-remedy.ts';
import { type FailedStart, startFailure } from './start-failure.ts';
import { statfsSync } from 'node:fs';

export interface LaunchChromeOptions {
  browser: FoundBrowser;
  /** Switch a real graphics card on; without it everything is drawn in software. */
  gpu?: boolean;
  /** Pages can be made that show frames on command. */
  frameControl?: boolean;
  /** With windows, for a person, and without the egress proxy that rendered pages have. */
  hasWindows?: boolean;
  sandbox: SandboxMode;
  /** Flags added after ours. */
  extraArgs?: readonly string[];
  /** See `defaultCacheDir`. */
  cacheDir: string;
  /** Parent folder of the profile; default: the system's folder for temporary files. */
  tmpDir?: string;
  /** Time until the browser's first response. Default 30 s, for a cold disk and a busy machine. */
  startTimeoutMs?: number;
  /** The environment of this process; the browser gets only what it needs of it. */
  env: Readonly<Record<string, string | undefined>>;
  /** Adds the browser with all its processes. */
  group?: Pick<BrowserGroup, 'add'>;
  /** See `ChromeSourceOptions`. */
  niceness?: number | undefined;
  /** The process was spawned and has not answered yet. Called again for each further attempt. */
  onSpawned?: () => void;
}

/** A running browser. */
export interface ChromeProcess {
  readonly pid: number;
  /** CDP with it. */
  readonly pipe: MessagePipe;
  readonly version: BrowserVersion;
  /** Resolves when the main process is gone; never rejects. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Ends all its processes and removes its profile, within two seconds; never rejects. */
  kill(): Promise<void>;
  readonly flavour: FoundBrowser['flavour'];
  readonly sandbox: 'on' | 'off';
  /** Sentences for the operator. */
  readonly warnings: readonly string[];
  /** Keeps Node alive for the browser's sake, as at the start. */
  ref(): void;
  /** Lets Node end although the browser runs; it is then killed at exit. */
  unref(): void;
}

/**
 * Starts a browser and waits for its first answer.
 *
 * Started by root, it runs as the user `nobody` with the sandbox on. If the system provides no
 * sandbox, `auto` continues without one and adds to {@link ChromeProcess.warnings}, `required`
 * fails. Its profile is a folder in `tmpDir` that goes when it goes; those that killed processes
 * left behind are swept on the way.
 * @throws RenderError `browser_unavailable`
 */
export async function launchChrome(options: LaunchChromeOptions): Promise<ChromeProcess> {
  const warnings: string[] = [];
  let user = browserUser(process.getuid?.());
  let sandbox = options.sandbox !== 'off';
  const parent = profileParent(options.tmpDir, user);
  const sweeping = sweepProfiles(parent, user);
  for (;;) {
    const started = await attempt(options, { parent, user, sandbox });
    if (!('failed' in started)) {
      return withSweep(started, sweeping, {
        flavour: options.browser.flavour,
        sandbox: sandbox ? 'on' : 'off',
        warnings,
      });
    }
    const { failed } = started;
    const noOtherUser = user !== undefined && isUserRefused(failed);
    const noSandbox = sandbox && (noOtherUser || saysNoSandbox(failed.stderr));
    if (!noOtherUser && !noSandbox) {
      throw browserUnavailable(startFailure(failed), failed.error);
    }
    const refusal = { noOtherUser, noSandbox };
    if (noSandbox && options.sandbox === 'required') {
      throw browserUnavailable(refusalError(refusal), failed.error);
    }
    warnings.push(refusalWarning(refusal));
    sandbox = false;
    if (noOtherUser) user = undefined;
  }
}

/** `setuid` is refused in a container without the capability, or with only one user mapped. */
function isUserRefused(failed: FailedStart): boolean {
  return failed.error?.code === 'EPERM' || failed.error?.code === 'EINVAL';
}

interface Attempt {
  parent: string;
  user: BrowserUser | undefined;
  sandbox: boolean;
}

async function attempt(
  options: LaunchChromeOptions,
  { parent, user, sandbox }: Attempt,
): Promise<BrowserProcess | { failed: FailedStart }> {
  const { env, cacheDir, hasWindows = false, startTimeoutMs = 30_000 } = options;
  const { platform } = process;
  const homedir = env['HOME'] ?? '/';
  const browser = user ? await reachableBrowser(options.browser, cacheDir) : options.browser;
  const fontconfigFile = await fontconfigForBareSystem({ cacheDir, env, homedir, platform });
  let profile;
  try {
    profile = await createProfile(parent, user);
  } catch (error) {
    if (user && (error as NodeJS.ErrnoException).syscall === 'chown') {
      return { failed: { path: browser.path, error: error as Error, stderr: '' } };
    }
    throw browserUnavailable(
      `No profile for the browser could be made in ${parent}: ${(error as Error).message}. Free space there, or set TMPDIR.`,
      error,
    );
  }
  return startBrowser({
    path: browser.path,
    flavour: browser.flavour,
    args: flagsFor(options, { sandbox, userDataDir: profile.dir }),
    env: browserEnvironment({
      env,
      hasWindows,
      profileDir: profile.dir,
      tmpDir: profile.tmpDir,
      libraryDir: bundledLibraryDir(browser.path),
      fontconfigFile,
    }),
    profile,
    user,
    startTimeoutMs,
    niceness: options.niceness ?? 0,
    onSpawned: options.onSpawned,
    group: options.group,
  });
}

function flagsFor(
  { browser, hasWindows, gpu = false, frameControl = false, extraArgs = [] }: LaunchChromeOptions,
  own: { sandbox: boolean; userDataDir: string },
): string[] {
  const shared = { ...own, smallSharedMemory: isSharedMemorySmall(), extraArgs };
  if (hasWindows) return windowFlags(shared);
  return chromeFlags({ ...shared, flavour: browser.flavour, gpu, frameControl });
}

function withSweep(
  started: BrowserProcess,
  sweeping: Promise<unknown>,
  details: Pick<ChromeProcess, 'flavour' | 'sandbox' | 'warnings'>,
): ChromeProcess {
  return {
    ...started,
    ...details,
    kill: async (): Promise<void> => {
      await Promise.all([started.kill(), sweeping]);
    },
  };
}

/** A full page of 20,000 px takes 100 MB; Docker gives 64 MB in all. */
const ENOUGH_BYTES = 256 * 1024 * 1024;

/** True where /dev/shm is too small for Chromium. False without one (macOS, Windows). */
function isSharedMemorySmall(folder = '/dev/shm'): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bsize, bavail } = statfsSync(folder);
    return bsize * bavail < ENOUGH_BYTES;
  } catch {
    return true;
  }
}
