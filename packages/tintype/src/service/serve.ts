import { once } from 'node:events';
import type { Plugin } from '@tintype/core';
import type { createLog } from '@tintype/server';
import { openStore as openPlace, type Store } from '@tintype/store';
import { EXIT, type CliContext } from '../cli/cli-context.ts';
import type { Environment } from '../environment.ts';
import { announce } from './announce.ts';
import type { TlsFiles } from './check-config.ts';
import type { ModuleSteps, ServiceParts } from './modules/service-module.ts';
import { kindsWith, loadPlugins } from '../load-plugins.ts';
import { machineDefaults } from './engine-options.ts';
import { describedSettings } from './settings/print-config.ts';
import type { ReadSettings } from './settings/read-settings.ts';
import type { NewKeys } from './first-account.ts';
import { needsOthers } from './roles.ts';
import { runService } from './run-service.ts';
import { s3OptionsOf } from './s3-options.ts';
import { writeServiceNote } from './service-note.ts';
import { startEngine } from './start-engine.ts';
import { stopStarted } from './stop-started.ts';
import { keysFileOf, writeKeys } from './write-keys.ts';
import type { ServiceConfig } from './settings/settings.ts';

type Logger = ReturnType<typeof createLog>;

export interface ServeOptions {
  settings: ReadSettings;
  tls: TlsFiles | undefined;
  version: string;
  context: CliContext;
}

/** setInterval takes at most 2^31 - 1. */
const LONG_MS = 2 ** 30;

/** Runs a service until the context's signal, then stops it in order. Returns the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  const { settings, version, context } = options;
  const { environment, signal } = context;
  const config = { ...settings.config, ...machineDefaults(settings.config, environment) };
  const alive = setInterval(() => {}, LONG_MS);
  try {
    const { modules, log } = await loadService(options, config);
    const { address, running, newKeys, keysFile, stop } = await runService(modules);
    const { data_dir: dataDir } = config;
    const roles = needsOthers(config.role) ? config.role : undefined;
    const noted = { address, baseUrl: config.base_url };
    const removeNote = config.role.includes('api') ? noteService(dataDir, noted, log) : () => {};
    announce({ version, address, dataDir, roles, newKeys, keysFile }, context.stderr);
    log.info({ address, version }, 'started');
    context.endInOrder();
    const failure = await Promise.race([endOf(signal), uncaught(context, log)]);
    log.info({ running: running() }, 'stopping: waiting for running requests');
    removeNote();
    await stop();
    log.info('ended');
    return failure === undefined ? EXIT.done : EXIT.failed;
  } finally {
    clearInterval(alive);
  }
}

/** Composes a service. The browser starts and the store opens while modules are loaded. */
async function loadService(
  { settings, tls, version, context }: ServeOptions,
  config: ServiceParts['config'],
): Promise<{ modules: ModuleSteps[]; log: Logger }> {
  const { environment } = context;
  const started = startEngine(config, environment);
  const loading = loadPlugins(config.plugins);
  const opening = loading.then((plugins) => openStore(config, environment, plugins));
  // Awaited below, after the warnings.
  opening.catch(() => {});
  try {
    const [{ createLog, textLine }, { composeService }] = await Promise.all([
      import('@tintype/server'),
      import('./compose-service.ts'),
    ]);
    const log = createLog({
      level: config.log_level,
      write: lineWriter(config, context, textLine),
    });
    for (const warning of settings.warnings) log.warn(warning);
    const [plugins, store] = await Promise.all([loading, opening]);
    const modules = composeService({
      config,
      environment,
      tls,
      settings: describedSettings(settings, machineDefaults(settings.config, environment)),
      store,
      started,
      plugins,
      log,
      version,
      now: () => store.now(),
      keepKeys: (made) => keptKeys(made, keysFileOf(config, context.stderr), log),
    });
    return { modules, log };
  } catch (error) {
    context.endWithoutWaiting();
    await stopStarted([() => started.stop(), async () => (await opening).close()]);
    throw error;
  }
}

/** Writes the service note. Without it, users of `tintype console` must enter the URL. */
function noteService(
  dataDir: string,
  where: { address: string; baseUrl: string | undefined },
  log: Logger,
): () => void {
  try {
    return writeServiceNote(dataDir, where);
  } catch (error) {
    log.warn({ err: error }, 'the address of the service could not be written to its data folder');
    return () => {};
  }
}

/** Returns undefined, to show the keys, if they cannot be written: they would be lost. */
async function keptKeys(
  newKeys: NewKeys,
  file: string | undefined,
  log: Logger,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    await writeKeys(file, newKeys);
    return file;
  } catch (error) {
    log.warn({ err: error }, `the new keys could not be written to ${file}`);
    return undefined;
  }
}

function openStore(
  config: ServiceParts['config'],
  { variables }: Environment,
  plugins: readonly Plugin[],
): Promise<Store> {
  // Only data can be sent to threads.
  const kinds = [...kindsWith(plugins)].map(({ name, frameControl = false }) => ({
    name,
    frameControl,
  }));
  return openPlace({
    place: config.store,
    hasThreads: true,
    dataDir: config.data_dir,
    s3: s3OptionsOf('files', config.files, config, variables),
    kinds,
    keepFreeBytes: config.keep_free_bytes,
    maxDatabaseBytes: config.max_database_bytes,
    ...(config.master_key === undefined ? {} : { masterKey: config.master_key }),
  });
}

async function endOf(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
}

/**
 * Resolves after an uncaught exception: the service then stops in order, so that its supervisor
 * restarts it. An unhandled rejection is only logged, as a bug must not end other renders.
 */
function uncaught(context: CliContext, log: Logger): Promise<{ cause: unknown }> {
  return new Promise((resolve) => {
    context.onUncaught((error, ends) => {
      log[ends ? 'fatal' : 'error']({ err: error }, 'uncaught error');
      if (ends) resolve({ cause: error });
    });
  });
}

function lineWriter(
  { log_format: format }: ServiceConfig,
  { stdout }: CliContext,
  textLine: (line: string) => string,
) {
  const isText = format === 'text' || (format === 'auto' && stdout.isTTY === true);
  return (line: string) => void stdout.write(isText ? textLine(line) : line);
}
