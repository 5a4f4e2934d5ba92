import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedFolder } from '@tintype/core/process';
import type { ConsoleFile } from '@tintype/server';

const dependent = { name: 'tintype', url: import.meta.url };

/**
 * The pages of the console, by name: as they were built for the package; in the checkout, as they
 * are now.
 */
export async function consoleFiles(): Promise<ReadonlyMap<string, ConsoleFile>> {
  const folder = installedFolder('@tintype/console', dependent);
  // In the checkout Node runs the sources, and nothing must be built.
  if (import.meta.url?.endsWith('.ts')) {
    const builder = String(pathToFileURL(join(folder, 'scripts/build-console.js')));
    const { buildConsole } = (await import(builder)) as Builder;
    return (await buildConsole()).files;
  }
  const { default: mime } = await import('mime');
  const built = join(folder, 'dist/page');
  const names = await readdir(built);
  const files = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(built, name));
      const type = mime.getType(name) ?? 'application/octet-stream';
      const mediaType = type.startsWith('text/') ? `${type}; charset=utf-8` : type;
      return [name, { bytes, mediaType }] as const;
    }),
  );
  return new Map(files);
}

interface Builder {
  buildConsole(): Promise<{ files: Map<string, ConsoleFile> }>;
}
