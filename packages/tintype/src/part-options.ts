import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { BlockOptions } from '@tintype/block';
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

/** Options of what blocks: lists that are installed, and those given, else those of the environment. */
export function blockOptions(
  { block = {}, chrome = {} }: RendererOptions,
  environment: Environment,
): BlockOptions {
  const cacheDir = cacheDirFor(chrome.cacheDir, environment);
  const installed = listsDirFor(cacheDir);
  return {
    cacheDir: join(cacheDir, 'compiled-lists'),
    lists: [
      ...(existsSync(installed) ? [installed] : []),
      ...(block.lists ?? environment.blockLists),
    ],
  };
}

/** Where `tintype lists update` puts filter lists. */
export function listsDirFor(cacheDir: string): string {
  return join(cacheDir, 'lists');
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
