import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import {
  createBrowserGroup,
  describeFonts,
  findBrowser,
  usedFontFolders,
  launchChrome,
  type FoundBrowser,
  type SandboxMode,
} from '@tintype/chrome';
import type { DoctorCheck } from '@tintype/contract/wire';
import type { Environment } from '../../environment.ts';
import { failureMessage } from '../output/failure-message.ts';
import { formatBytes } from '../output/terminal.ts';

export interface DoctorOptions {
  environment: Environment;
  cacheDir: string;
  sandbox: SandboxMode;
  executablePath?: string;
}

const INSTALL_BROWSER = 'npx tintype install-browser';

/** Chromium's own processes share memory here; images of long pages need about 100 MB. */
const ENOUGH_SHARED_BYTES = 256 * 1024 * 1024;

export function checkNode(): DoctorCheck {
  return { name: 'Node', state: 'ok', text: `${process.versions.node}, ${process.execPath}` };
}

/**
 * Finds the browser that renders will use, starts it, and says what it is and whether its sandbox
 * works.
 */
export async function checkBrowser(options: DoctorOptions): Promise<DoctorCheck[]> {
  const { environment, cacheDir, executablePath } = options;
  let browser: FoundBrowser;
  try {
    browser = await findBrowser({
      executablePath,
      cacheDir,
      env: environment.variables,
      homedir: homedir(),
    });
  } catch (error) {
    return [
      { name: 'Browser', state: 'missing', text: failureMessage(error), fix: INSTALL_BROWSER },
    ];
  }
  const place = `${browser.path} (${SOURCES[browser.source]})`;
  try {
    const running = await launchChrome({
      browser,
      cacheDir,
      sandbox: options.sandbox,
      env: environment.variables,
    });
    await running.kill();
    const { product } = running.version;
    return [describeBrowser(browser, `${product}, ${place}`), describeSandbox(running, options)];
  } catch (error) {
    const text = `${place} does not start: ${failureMessage(error)}`;
    return [{ name: 'Browser', state: 'missing', text, fix: INSTALL_BROWSER }];
  }
}

const SOURCES: Readonly<Record<FoundBrowser['source'], string>> = {
  option: 'named by you',
  machine: 'found on this machine',
  installed: 'from install-browser',
  bundled: 'comes with Tintype',
};

function describeBrowser(browser: FoundBrowser, text: string): DoctorCheck {
  if (browser.flavour === 'headless-shell') return { name: 'Browser', state: 'ok', text };
  return {
    name: 'Browser',
    state: 'warning',
    text: `${text}: a full Chrome takes about three times as long as a headless shell`,
    fix: INSTALL_BROWSER,
  };
}

function describeSandbox(
  running: { sandbox: 'on' | 'off'; warnings: readonly string[] },
  { sandbox }: DoctorOptions,
): DoctorCheck {
  if (running.sandbox === 'on') return { name: 'Sandbox', state: 'ok', text: 'on' };
  if (sandbox === 'off') {
    return {
      name: 'Sandbox',
      state: 'warning',
      text: 'off, as asked for: render only pages that you trust',
      fix: 'leave out --no-sandbox and TINTYPE_NO_SANDBOX',
    };
  }
  return {
    name: 'Sandbox',
    state: 'warning',
    text: running.warnings.join(' '),
    fix: 'run as an ordinary user on a system with user namespaces: sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0',
  };
}

const plural = (count: number) => (count === 1 ? '1 font family' : `${count} font families`);

/** Checks which scripts the fonts cover. */
export async function checkFonts({ cacheDir, environment }: DoctorOptions): Promise<DoctorCheck> {
  const { platform } = process;
  const { variables: env } = environment;
  const folders = await usedFontFolders({ platform, homedir: homedir(), env, cacheDir });
  const { families, missing } = await describeFonts(folders);
  if (missing.length === 0) {
    return { name: 'Fonts', state: 'ok', text: `${plural(families)}, every script that we check` };
  }
  const scripts = missing.map(({ script }) => script).join(', ');
  const packages = [...new Set(missing.map((one) => one.package))].join(' ');
  return {
    name: 'Fonts',
    state: 'warning',
    text: `${plural(families)}; none for ${scripts}: such text appears as boxes`,
    fix:
      platform === 'linux'
        ? `apt-get install -y ${packages} (names of Debian and Ubuntu)`
        : 'install the Noto fonts of these scripts from https://fonts.google.com/noto',
  };
}

export async function checkCache({ cacheDir }: DoctorOptions): Promise<DoctorCheck> {
  const text = cacheDir;
  if (await isWritable(cacheDir)) return { name: 'Cache', state: 'ok', text };
  return {
    name: 'Cache',
    state: 'warning',
    text: `${text} cannot be written by this user: nothing can be unpacked or downloaded`,
    fix: 'set TINTYPE_CACHE_DIR to a folder of yours',
  };
}

async function isWritable(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      await access(folder, constants.W_OK);
      return true;
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing || dirname(folder) === folder) return false;
    }
  }
}

/** The memory that the browser's processes share. Only Linux has this folder. */
export async function checkSharedMemory(): Promise<DoctorCheck[]> {
  if (process.platform !== 'linux') return [];
  const name = '/dev/shm';
  const found = await statfs(name).catch(() => undefined);
  const freeBytes = found === undefined ? 0 : found.bsize * found.bavail;
  const text = found === undefined ? 'there is none' : `${formatBytes(freeBytes)} free`;
  if (freeBytes >= ENOUGH_SHARED_BYTES) return [{ name, state: 'ok', text }];
  return [
    {
      name,
      state: 'warning',
      text: `${text}: the browser uses files instead, which is slower`,
      fix: 'in Docker: docker run --shm-size=1g ...',
    },
  ];
}

/**
 * Whether the service's browsers will have a group with bounds of their own. Only Linux has such
 * groups.
 */
export function checkControlGroup({ variables }: Environment): DoctorCheck[] {
  if (process.platform !== 'linux') return [];
  const name = 'Control group';
  const dir = variables['TINTYPE_BROWSER_CGROUP'];
  if (!dir) {
    const text =
      'none for browsers (browser_cgroup of the service): what pages take is watched alone';
    return [{ name, state: 'ok', text }];
  }
  const sleeper = spawn('/bin/sleep', ['10'], { stdio: 'ignore' });
  const { pid } = sleeper;
  if (pid === undefined) {
    // It says so once more, later.
    sleeper.once('error', () => {});
    const text = 'nothing can be put into it: /bin/sleep does not start';
    return [{ name, state: 'missing', text, fix: 'install coreutils, or busybox' }];
  }
  const group = createBrowserGroup(dir);
  try {
    group.add(pid);
    return [{ name, state: 'ok', text: `browsers run in ${dir}` }];
  } catch (error) {
    const fix = 'https://systemd.io/CGROUP_DELEGATION, or leave out TINTYPE_BROWSER_CGROUP';
    return [{ name, state: 'missing', text: (error as Error).message, fix }];
  } finally {
    sleeper.once('exit', () => group.remove());
    sleeper.kill('SIGKILL');
  }
}
