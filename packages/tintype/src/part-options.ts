import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlockOptions } from '@tintype/block';
import {
  defaultCacheDir,
  writableCacheDir,
  type ChromeSourceOptions,
  type RemoteSourceOptions,
  type SandboxMode,
} from '@tintype/chrome';
import { wrongValue } from '@tintype/contract/light';
import type { Egress, EgressOptions } from '@tintype/egress';
import type { Environment } from './environment.ts';
import type { RendererOptions } from './renderer-options.ts';

export function egressOptions(
  { egress }: RendererOptions,
  environment: Environment,
): EgressOptions {
  const { egressAllow: allow, egressProxyNames: proxyNames, egressAddress: address } = environment;
  return { allow, proxyNames, ...(address === undefined ? {} : { address }), ...egress };
}

export function sourceOptions(
  egress: Egress,
  { chrome = {}, concurrency, spares, maxPageBytes }: RendererOptions,
  environment: Environment,
): ChromeSourceOptions {
  checkCount('concurrency', concurrency, 1);
  checkCount('spares', spares, 0);
  checkNiceness(chrome.niceness);
  const executablePath = chrome.executablePath ?? environment.chromePath;
  return {
    egress,
    cacheDir: cacheDirFor(chrome.cacheDir, environment),
    env: environment.variables,
    homedir: homedir(),
    sandbox: sandboxFor(chrome.sandbox, environment),
    ...(executablePath === undefined ? {} : { executablePath }),
    ...(chrome.cgroup === undefined ? {} : { cgroup: chrome.cgroup }),
    ...(chrome.niceness === undefined ? {} : { niceness: chrome.niceness }),
    ...(chrome.args === undefined ? {} : { extraArgs: chrome.args }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(spares === undefined ? {} : { spares }),
    ...(maxPageBytes === undefined ? {} : { maxPageBytes }),
  };
}

export function remoteOptions(
  egress: Egress,
  { concurrency, pagesPerBrowser }: RendererOptions,
  browsers: readonly string[],
): RemoteSourceOptions {
  checkCount('concurrency', concurrency, 1);
  return {
    egress,
    browsers,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(pagesPerBrowser === undefined ? {} : { pagesPerBrowser }),
  };
}

/** Checks early: with no page, the first render would wait forever. */
function checkCount(name: 'concurrency' | 'spares', value: unknown, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= least)) return;
  throw new TypeError(wrongValue(name, `an integer of at least ${least}`, value));
}

function checkNiceness(value: unknown): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 19))
    return;
  throw new TypeError(wrongValue('chrome.niceness', 'an integer from 0 to 19', value));
}

/**
 * Returns options of the blocker: installed lists, and those of the option or else the environment.
 */
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

/** Returns the folder of `tintype lists update`. */
export function listsDirFor(cacheDir: string): string {
  return join(cacheDir, 'lists');
}

/**
 * Returns the folder of an option, else of the environment, else the default. If it cannot be
 * created, returns one in the temporary folder.
 */
export function cacheDirFor(option: string | undefined, environment: Environment): string {
  const named = option ?? environment.cacheDir;
  if (named !== undefined) return named;
  const uid = process.getuid?.();
  const { platform } = process;
  const usual = defaultCacheDir({ env: environment.variables, platform, uid, homedir: homedir() });
  return writableCacheDir(usual, { tmpDir: tmpdir(), uid });
}

/** Returns the sandbox mode of an option, else of the environment. */
export function sandboxFor(option: SandboxMode | undefined, environment: Environment): SandboxMode {
  return option ?? (environment.noSandbox ? 'off' : 'auto');
}
