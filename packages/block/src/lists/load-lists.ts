import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { FilterList } from './filter-list.ts';

/** Files of lists, and the folder for their compiled form. */
export interface ListLocations {
  /** Files, or folders whose `.txt` files are read. */
  paths: readonly string[];
  /** Compiled lists are not kept without it. */
  cacheDir?: string;
}

export interface LoadedLists {
  lists: readonly FilterList[];
  /** Sentences about what could not be read. */
  warnings: readonly string[];
}

/** Changes when the stored form of a compiled list changes. */
const cacheVersion = 'tintype-1';

/** Reads all lists. A list that was compiled before is read from the cache. */
export async function loadLists({ paths, cacheDir }: ListLocations): Promise<LoadedLists> {
  const warnings: string[] = [];
  const files = await Promise.all(
    paths.map((source) =>
      findFiles(source).catch(() => {
        warnings.push(`Filter lists: nothing can be read at ${source}.`);
        return [];
      }),
    ),
  );
  const lists: FilterList[] = [];
  for (const file of files.flat()) {
    try {
      lists.push(await loadList(file, cacheDir));
    } catch (error) {
      warnings.push(`Filter lists: ${file} cannot be read: ${(error as Error).message}.`);
    }
  }
  return { lists, warnings };
}

async function findFiles(source: string): Promise<string[]> {
  const found = await stat(source);
  if (!found.isDirectory()) return [source];
  const names = await readdir(source);
  return names
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .map((name) => path.join(source, name));
}

async function loadList(file: string, cacheDir: string | undefined): Promise<FilterList> {
  const [text, { compileList, openList }, { ENGINE_VERSION }] = await Promise.all([
    readFile(file),
    import('./filter-list.ts'),
    import('@ghostery/adblocker'),
  ]);
  const name = path.basename(file, path.extname(file));
  if (cacheDir === undefined) return openList(name, compileList(text.toString()));
  const digest = createHash('sha256').update(`${cacheVersion} ${ENGINE_VERSION} `).update(text);
  const cached = path.join(cacheDir, `${digest.digest('hex')}.list`);
  try {
    return openList(name, deserialize(await readFile(cached)));
  } catch {
    // Not there, or cut off: it is made again.
  }
  const compiled = compileList(text.toString());
  await keep(cached, serialize(compiled)).catch(() => {
    // A cache that cannot be written costs only time.
  });
  return openList(name, compiled);
}

/** Whole or not at all: another process may read it meanwhile. */
async function keep(file: string, data: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, data);
  await rename(partial, file);
}
