import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { RenderError } from '@tintype/contract';
import type { DoctorReport } from '@tintype/contract/wire';
import type { Environment } from '../environment.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** Output of `tintype doctor --json`. */
type Findings = Omit<DoctorReport, 'at'>;

/** The program to run for the checks. */
export interface DoctorProgram {
  execPath: string;
  execArgv: readonly string[];
  script: string;
}

/** Browsers start slowly on a loaded machine. */
const usualMs = 120_000;
const maxBytes = 1_048_576;
/** Time that checks may take to clean up after SIGTERM. */
const graceMs = 5_000;

/**
 * Creates a function that runs `tintype doctor` in a child process, with the browser, the folders
 * and the sandbox of the service. Concurrent callers share one run.
 */
export function createDoctor(
  config: ServiceConfig,
  environment: Environment,
  program: DoctorProgram,
  { boundMs = usualMs, killMs = graceMs }: { boundMs?: number; killMs?: number } = {},
): () => Promise<Findings> {
  let running: Promise<Findings> | undefined;
  const onEnd = () => {
    running = undefined;
  };
  return () => {
    running ??= runDoctor(config, environment, program, { boundMs, killMs, onEnd });
    return running;
  };
}

interface Run {
  boundMs: number;
  killMs: number;
  /** The program has exited: another may start. */
  onEnd(): void;
}

async function runDoctor(
  {
    chrome_path: chromePath,
    no_sandbox: noSandbox,
    cache_dir: cacheDir,
    browser_cgroup: cgroup,
    browsers,
    egress_address: egressAddress,
  }: ServiceConfig,
  { variables }: Environment,
  { execPath, execArgv, script }: DoctorProgram,
  { boundMs, killMs, onEnd }: Run,
): Promise<Findings> {
  const flags = [
    ...(chromePath === undefined || browsers.length > 0 ? [] : ['--chrome-path', chromePath]),
    ...(noSandbox ? ['--no-sandbox'] : []),
  ];
  const child = spawn(execPath, [...execArgv, script, 'doctor', '--json', ...flags], {
    env: {
      ...withoutSecrets(variables),
      ...(cacheDir !== undefined && { TINTYPE_CACHE_DIR: cacheDir }),
      // Variables, as other users of the machine can see flags.
      ...(browsers.length > 0 && { TINTYPE_BROWSERS: joined(browsers) }),
      ...(egressAddress !== undefined && { TINTYPE_EGRESS_ADDRESS: egressAddress }),
      ...(cgroup !== undefined && { TINTYPE_BROWSER_CGROUP: cgroup }),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (text.length > maxBytes) reject(new RenderError('internal'));
  });
  const stop = () => void child.kill('SIGTERM');
  let killTimer: NodeJS.Timeout | undefined;
  child.once('error', reject).once('close', () => {
    process.off('exit', stop);
    clearTimeout(killTimer);
    onEnd();
    resolve();
  });
  // The program must not outlive the service.
  process.once('exit', stop);
  yieldToService(child.pid);
  const timer = setTimeout(() => {
    const message = `The checks had not ended after ${boundMs / 1000} s.`;
    reject(new RenderError('timeout', message));
  }, boundMs);
  try {
    await promise;
    return JSON.parse(text) as Findings;
  } catch (cause) {
    throw cause instanceof RenderError ? cause : new RenderError('internal', undefined, { cause });
  } finally {
    clearTimeout(timer);
    if (child.exitCode === null && child.signalCode === null) {
      stop();
      killTimer = setTimeout(() => child.kill('SIGKILL'), killMs);
      killTimer.unref();
    }
  }
}

/**
 * Variables that locate programs, folders, fonts and browsers. All others may be secrets of the
 * service.
 */
const passedOn =
  /^(?:PATH|PATHEXT|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|VK_\w+|__EGL\w*|LIBGL_\w+|MESA_\w+|NVIDIA_\w+|PUPPETEER_CACHE_DIR|PLAYWRIGHT_BROWSERS_PATH|SystemRoot|windir|SystemDrive|ComSpec|ProgramData|ProgramFiles|ProgramFiles\(x86\)|CommonProgramFiles|USERPROFILE|LOCALAPPDATA|APPDATA|NUMBER_OF_PROCESSORS|PROCESSOR_\w+)$/i;

/** Joins URLs with commas. Commas within a URL are percent-encoded, which servers treat alike. */
function joined(browsers: readonly string[]): string {
  return browsers.map((address) => address.replaceAll(',', '%2C')).join(',');
}

function withoutSecrets(variables: Environment['variables']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => passedOn.test(name)));
}

function yieldToService(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {
    // It has exited, or changing its priority is not permitted.
  }
}
