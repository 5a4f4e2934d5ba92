import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { RenderError } from '@tintype/contract';
import type { Environment } from '../environment.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** What `tintype doctor --json` says. */
export interface DoctorReport {
  ok: boolean;
  checks: readonly {
    name: string;
    state: 'ok' | 'warning' | 'missing';
    text: string;
    fix?: string;
  }[];
}

/** How the program runs that is asked once more. */
export interface DoctorProgram {
  execPath: string;
  execArgv: readonly string[];
  script: string;
}

/** Browsers start slowly on a machine that is busy. */
const usualMs = 120_000;
const maxBytes = 1_048_576;

/**
 * Runs the checks of `tintype doctor` as a program of its own, so that the service answers meanwhile: with the browser, the folders and the
 * sandbox of the service. Whoever asks while it runs gets what comes of that run.
 */
export function createDoctor(
  config: ServiceConfig,
  environment: Environment,
  program: DoctorProgram,
  boundMs: number = usualMs,
): () => Promise<DoctorReport> {
  let running: Promise<DoctorReport> | undefined;
  return () => {
    running ??= runDoctor(config, environment, program, boundMs).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function runDoctor(
  {
    chrome_path: chromePath,
    no_sandbox: noSandbox,
    cache_dir: cacheDir,
    browser_cgroup: cgroup,
  }: ServiceConfig,
  { variables }: Environment,
  { execPath, execArgv, script }: DoctorProgram,
  boundMs: number,
): Promise<DoctorReport> {
  const flags = [
    ...(chromePath === undefined ? [] : ['--chrome-path', chromePath]),
    ...(noSandbox ? ['--no-sandbox'] : []),
  ];
  const child = spawn(execPath, [...execArgv, script, 'doctor', '--json', ...flags], {
    env: {
      ...withoutSettings(variables),
      ...(cacheDir !== undefined && { TINTYPE_CACHE_DIR: cacheDir }),
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
  child.once('error', reject).once('close', () => resolve());
  yieldToService(child.pid);
  const timer = setTimeout(() => {
    const message = `The checks had not ended after ${boundMs / 1000} s.`;
    reject(new RenderError('timeout', message));
  }, boundMs);
  try {
    await promise;
    return JSON.parse(text) as DoctorReport;
  } catch (cause) {
    throw cause instanceof RenderError ? cause : new RenderError('internal', undefined, { cause });
  } finally {
    clearTimeout(timer);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  }
}

/** Keys and passwords of the service are not for it, and its folders are given to it. */
function withoutSettings(variables: Environment['variables']): Record<string, string | undefined> {
  const entries = Object.entries(variables).filter(([name]) => !name.startsWith('TINTYPE_'));
  return Object.fromEntries(entries);
}

function yieldToService(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {
    // It is done by then, or may not be told.
  }
}
