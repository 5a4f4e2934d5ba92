import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtInKinds, createKindSet, type KindSet } from '@tintype/contract';
import type { Plugin } from '@tintype/core';

/**
 * Loads plugins from modules that export `plugin`.
 * @throws TypeError for a file that cannot be loaded, or has no such export
 */
export async function loadPlugins(files: readonly string[]): Promise<readonly Plugin[]> {
  return Promise.all(files.map(loadPlugin));
}

/** Returns the built-in kinds and those of plugins. @throws TypeError for a duplicate name */
export function kindsWith(plugins: readonly Plugin[]): KindSet {
  return createKindSet([...builtInKinds, ...plugins.flatMap(({ kinds = [] }) => kinds)]);
}

async function loadPlugin(file: string): Promise<Plugin> {
  let module: { plugin?: unknown };
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as { plugin?: unknown };
  } catch (error) {
    throw new TypeError(`plugins: ${file} cannot be loaded: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const { plugin } = module;
  if (isPlugin(plugin)) return plugin;
  throw new TypeError(`plugins: ${file} must export a plugin under the name plugin.`);
}

function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && 'name' in value;
}
