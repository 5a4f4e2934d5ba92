import { availableParallelism } from 'node:os';
import { dataDirFor } from '../data-dir.ts';
import type { Environment } from '../environment.ts';
import { cacheDirFor } from '../part-options.ts';
import { concurrencyOf } from './engine-options.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** Settings whose defaults depend on the machine. */
export interface MachineDefaults {
  data_dir: string;
  cache_dir: string;
  concurrency: number;
}

/** Returns the value of a setting, or else the machine's default. */
export function machineDefaults(config: ServiceConfig, environment: Environment): MachineDefaults {
  return {
    data_dir: dataDirFor(config.data_dir, environment),
    cache_dir: cacheDirFor(config.cache_dir, environment),
    concurrency: concurrencyOf(config, availableParallelism()),
  };
}
