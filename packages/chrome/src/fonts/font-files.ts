import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Inputs for the font folders of a machine. */
export interface FontLocations {
  platform: NodeJS.Platform;
  homedir: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The folders that the system and its browsers look for fonts in. */
export function fontFolders({ platform, homedir, env }: FontLocations): string[] {
  if (platform === 'darwin') {
    return ['/System/Library/Fonts', '/Library/Fonts', path.join(homedir, 'Library/Fonts')];
  }
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    const own = local ? [path.join(local, 'Microsoft', 'Windows', 'Fonts')] : [];
    return [path.join(env['SystemRoot'] ?? 'C:\\Windows', 'Fonts'), ...own];
  }
  const data = env['XDG_DATA_HOME'] ?? path.join(homedir, '.local/share');
  return ['/usr/share/fonts', '/usr/local/share/fonts', path.join(data, 'fonts')];
}

/** Every outline font in the folders and below, read lazily. */
export async function* fontFiles(folders: readonly string[]): AsyncGenerator<string> {
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    const below: string[] = [];
    for (const entry of entries) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) below.push(file);
      else if (/\.(ttf|otf|ttc|otc)$/i.test(entry.name)) yield file;
    }
    yield* fontFiles(below);
  }
}
