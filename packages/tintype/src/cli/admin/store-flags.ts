import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RenderError, type KindSet } from '@tintype/contract';
import { defaultPlans, openStore, placeOf, type Plans, type Store } from '@tintype/store';
import { dataDirFor } from '../../data-dir.ts';
import { kindsWith, loadPlugins } from '../../load-plugins.ts';
import { s3OptionsOf } from '../../service/s3-options.ts';
import { readSettings } from '../../service/settings/read-settings.ts';
import type { ServiceConfig } from '../../service/settings/settings.ts';
import { UsageError, type CliContext } from '../cli-context.ts';
import { inGroup, type Flag } from '../flags/flag.ts';
import type { ParsedFlags } from '../flags/parse-flags.ts';

/** Flags of every command that works on the data of a service. */
export const STORE_FLAGS: readonly Flag[] = inGroup('Data', {
  'data-dir': ['<folder>', 'The data folder of the service. Also TINTYPE_DATA_DIR.'],
  store: ['<place>', 'The database of the service. Also TINTYPE_STORE.'],
  config: ['<file>', 'The configuration file of the service. Also TINTYPE_CONFIG.'],
});

/** The data of a service, opened for one command. The service may run at the same time. */
export interface OpenedStore {
  store: Store;
  dataDir: string;
  plans: Plans;
  /** The settings of the service, from flags, environment and configuration file. */
  config: ServiceConfig;
  /** Built-in kinds, and those of the service's plugins. */
  kinds: KindSet;
}

/**
 * Opens the store of the flags or the environment with the service's master key and plans, calls
 * `work`, and closes it.
 * @throws UsageError if there is no store yet, unless `isMade`
 */
export async function withStore<Result>(
  { last }: ParsedFlags,
  { environment }: CliContext,
  work: (opened: OpenedStore) => Promise<Result>,
  { isMade = false } = {},
): Promise<Result> {
  const folder = last('data-dir');
  const store = last('store');
  const configFile = last('config');
  const { config } = await readSettings({
    flags: {
      ...(folder === undefined ? {} : { data_dir: [folder] }),
      ...(store === undefined ? {} : { store: [store] }),
    },
    variables: environment.variables,
    cwd: process.cwd(),
    ...(configFile === undefined ? {} : { configFile }),
  });
  const dataDir = config.data_dir ?? dataDirFor(undefined, environment);
  const place = placeOf(config.store, dataDir);
  if (!isMade && place.kind === 'sqlite' && !existsSync(join(place.folder, 'tintype.db'))) {
    throw new UsageError(
      `There is no data of a service in ${place.folder}. Name its folder with --data-dir, or create an account: tintype keys create <name>`,
    );
  }
  try {
    const kinds = kindsWith(await loadPlugins(config.plugins));
    const opened = await openStore({
      place: config.store,
      dataDir,
      s3: s3OptionsOf('files', config.files, config, environment.variables),
      kinds: [...kinds],
      maxDatabaseBytes: config.max_database_bytes,
      ...(config.master_key === undefined ? {} : { masterKey: config.master_key }),
    });
    try {
      return await work({
        store: opened,
        dataDir,
        config,
        kinds,
        plans: config.plans ?? defaultPlans,
      });
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw forOperator(error);
  }
}

/** Removes the hint, which is for clients of the service: operators need the message only. */
export function forOperator(error: unknown): unknown {
  if (error instanceof TypeError && error.message.startsWith('plugins: ')) {
    return new UsageError(error.message, { cause: error });
  }
  if (!(error instanceof RenderError)) return error;
  const Kind = error.status === 400 ? UsageError : Error;
  return new Kind(error.message, { cause: error });
}
