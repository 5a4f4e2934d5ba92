import { join } from 'node:path';
import { createCache, type CacheOptions } from '@tintype/cache';
import { createBucket } from '@tintype/files';
import { s3OptionsOf } from '../s3-options.ts';
import { CACHE, type ServiceModule, type ServiceParts } from './service-module.ts';

/** The store, opened before, and the cache of results. */
export const storageModule: ServiceModule = {
  register(scope, parts) {
    const { config, log, now } = parts;
    scope.provide(CACHE, () =>
      createCache({
        dir: join(config.data_dir, 'cache'),
        ...sharedCache(parts),
        maxMemoryBytes: config.cache_memory_bytes,
        maxDiskBytes: config.cache_disk_bytes,
        now,
        onWarning: (message) => log.warn(message),
      }),
    );
  },
  steps(scope, { store }) {
    const cache = scope.get(CACHE);
    return {
      start: async () => cache.start(),
      stop: [() => cache.stop(), () => store.close()],
    };
  },
};

/** A lookup delays its render: it waits only briefly for storage that is unavailable. */
function sharedCache({ config, environment }: ServiceParts): Pick<CacheOptions, 'objects'> {
  const s3 = s3OptionsOf('cache_files', config.cache_files, config, environment.variables);
  return s3 ? { objects: createBucket({ ...s3, attempts: 2, attemptMs: 2_000 }) } : {};
}
