import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Node's `recursive` option never returns if an existing folder
 * reports ENOENT for a new one, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const failure = await tryToMake(path);
  if (failure === undefined) return;
  const parent = dirname(path);
  if (failure.code !== 'ENOENT' || parent === path) throw failure;
  if (await isFolder(parent)) {
    // Another process may have created the parent meanwhile.
    if ((await tryToMake(path)) === undefined) return;
    throw new Error(`No folder can be created in ${parent}. Choose another place with -o.`, {
      cause: failure,
    });
  }
  await makeFolder(parent);
  const again = await tryToMake(path);
  if (again) throw again;
}

async function tryToMake(path: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(path);
    return undefined;
  } catch (error) {
    return (await isFolder(path)) ? undefined : (error as NodeJS.ErrnoException);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
