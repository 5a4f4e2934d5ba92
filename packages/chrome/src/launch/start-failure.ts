import { closeSync, existsSync, openSync, readSync } from 'node:fs';

export interface FailedStart {
  path: string;
  /** Error of `spawn`, when there was not even a process. */
  error?: NodeJS.ErrnoException | undefined;
  exit?: { code: number | null; signal: NodeJS.Signals | null } | undefined;
  stderr: string;
  /** Set when it neither answered nor ended in this time. */
  timeoutMs?: number | undefined;
}

/** Debian packages of the libraries that Chromium builds need. */
const PACKAGES: Readonly<Record<string, string>> = {
  'libX11.so.6': 'libx11-6',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libexpat.so.1': 'libexpat1',
  'libfontconfig.so.1': 'libfontconfig1',
  'libgbm.so.1': 'libgbm1',
  'libgcc_s.so.1': 'libgcc-s1',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libstdc++.so.6': 'libstdc++6',
  'libxcb.so.1': 'libxcb1',
  'libxkbcommon.so.0': 'libxkbcommon0',
};

/** One sentence that says why, and what to do. */
export function startFailure(failed: FailedStart): string {
  const { path, error, stderr } = failed;
  const library = /error while loading shared libraries: (\S+?):/.exec(stderr)?.[1];
  if (library) return missingLibrary(path, library);
  const glibc = /version `(GLIBC\w*_[\d.]+)' not found/.exec(stderr)?.[1];
  if (glibc) {
    return `The browser ${path} needs ${glibc}, which this system is too old for. Install a browser made for this system, for example its package chromium.`;
  }
  if (error) return spawnFailure(path, error);
  // The C library passes a refused program to a shell, which stumbles over it.
  if (isForAnotherProcessor(path)) return otherProcessor(path);
  if (failed.timeoutMs !== undefined) {
    return `The browser ${path} did not answer within ${failed.timeoutMs / 1000} s of its start.${said(stderr)}`;
  }
  const { code, signal } = failed.exit ?? { code: null, signal: null };
  const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
  return `The browser ${path} ${how} before it answered.${said(stderr)}`;
}

function missingLibrary(path: string, library: string): string {
  const name = PACKAGES[library];
  const remedy = name
    ? `Install it: \`apt-get install ${name}\` on Debian and Ubuntu.`
    : 'Install the package that holds it, or the package chromium-headless-shell, which brings all it needs.';
  return `The browser ${path} does not start: the library ${library} is missing. ${remedy}`;
}

function spawnFailure(path: string, error: NodeJS.ErrnoException): string {
  const start = `The browser ${path} could not be started`;
  switch (error.code) {
    case 'ENOENT':
      return existsSync(path)
        ? `${start}: it is built for another kind of system (its program loader is not here, as on Alpine or NixOS). Install the system's own chromium.`
        : `${start}: there is no such file. Correct TINTYPE_CHROME_PATH, or run \`npx tintype install-browser\`.`;
    case 'EACCES':
      return `${start}: permission denied. The file must be executable, its file system not mounted noexec, and every folder above it passable for the user that it runs as.`;
    case 'ENOEXEC':
      return otherProcessor(path);
    default:
      return `${start}: ${error.message}.`;
  }
}

function otherProcessor(path: string): string {
  return `The browser ${path} could not be started: it is no program for this processor (${process.arch}). Run \`npx tintype install-browser\` for one that is.`;
}

/** `e_machine` of the ELF header, by Node's name of the processor. */
const ELF_MACHINES: Readonly<Record<string, number>> = { x64: 0x3e, arm64: 0xb7 };

function isForAnotherProcessor(path: string): boolean {
  const ours = ELF_MACHINES[process.arch];
  if (ours === undefined || !existsSync(path)) return false;
  const handle = openSync(path, 'r');
  try {
    const header = Buffer.alloc(20);
    readSync(handle, header);
    return header.toString('latin1', 0, 4) === '\x7fELF' && header.readUInt16LE(18) !== ours;
  } finally {
    closeSync(handle);
  }
}

/** The last line that carries a message. */
function said(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const telling =
    lines.findLast((line) => /FATAL|ERROR|error|cannot|failed/.test(line)) ??
    lines.findLast(Boolean);
  return telling ? ` Its last message: ${telling.slice(0, 300)}` : '';
}
