import { homedir } from 'node:os';
import { defaultCacheDir, type ChromeSourceOptions, type SandboxMode } from '@tintype/chrome';
import type { Egress, EgressOptions } from '@tintype/egress';
import type { Environment } from './environment.ts';
import type { RendererOptions } from './renderer-options.ts';

/** Options of the guard: those given, else what the environment says. */
export function egressOptions(
  { egress }: RendererOptions,
  environment: Environment,
): EgressOptions {
  return { allow: environment.egressAllow, ...egress };
}

/** Options of the source of pages: those given, else what the environment says. */
export function sourceOptions(
  egress: Egress,
  { chrome = {}, concurrency, spares }: RendererOptions,
  environment: Environment,
): ChromeSourceOptions {
  const executablePath = chrome.executablePath ?? environment.chromePath;
  return {
    egress,
    cacheDir: cacheDirFor(chrome.cacheDir, environment),
    env: environment.variables,
    homedir: homedir(),
    sandbox: sandboxFor(chrome.sandbox, environment),
    ...(executablePath === undefined ? {} : { executablePath }),
    ...(chrome.args === undefined ? {} : { extraArgs: chrome.args }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(spares === undefined ? {} : { spares }),
  };
}

/** The folder of an option, else that of the environment, else the usual one. */
export function cacheDirFor(option: string | undefined, environment: Environment): string {
  return (
    option ??
    environment.cacheDir ??
    defaultCacheDir({
      env: environment.variables,
      platform: process.platform,
      uid: process.getuid?.(),
      homedir: homedir(),
    })
  );
}

/** The sandbox of an option, else what the environment says. */
export function sandboxFor(option: SandboxMode | undefined, environment: Environment): SandboxMode {
  return option ?? (environment.noSandbox ? 'off' : 'auto');
}
