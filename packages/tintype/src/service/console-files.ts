import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedFolder } from '@tintype/core/process';
import type { ConsoleFile } from '@tintype/server';

const dependent = { name: 'tintype', url: import.meta.url };

/**
 * Returns the files of the console by name: from the package, or in a clone built from the sources.
 */
export async function consoleFiles(): Promise<ReadonlyMap<string, ConsoleFile>> {
  const folder = installedFolder('@tintype/console', dependent);
  // In a clone, Node runs the sources without a build.
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
