import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unpackBundledFonts } from '../find/bundled-browser.ts';
import { fontFiles, fontFolders, type FontLocations } from './font-files.ts';

/** See {@link fontconfigForBareSystem}. */
export interface BareSystemOptions extends FontLocations {
  cacheDir: string;
  /** Path of the system's fontconfig file. */
  systemConfig?: string;
}

/**
 * A fontconfig file for the browser's `FONTCONFIG_FILE` on a Linux without fonts, or without
 * fontconfig's own settings: it names the system's folders and the font that comes with the bundled
 * browser, so that text appears. Undefined where all is in place: a look at two folders, no
 * process.
 */
export async function fontconfigForBareSystem(
  options: BareSystemOptions,
): Promise<string | undefined> {
  const { platform, env, cacheDir, systemConfig = '/etc/fonts/fonts.conf' } = options;
  // A configured value takes precedence.
  if (platform !== 'linux' || env['FONTCONFIG_FILE'] || env['FONTCONFIG_PATH']) return undefined;
  const folders = fontFolders(options);
  if (existsSync(systemConfig) && (await hasFonts(folders))) return undefined;
  return unpackBundledFonts(cacheDir, (dir, finalDir) =>
    writeFile(path.join(dir, CONFIG), fontconfig([...folders, path.join(finalDir, 'fonts')])),
  ).then((dir) => path.join(dir, CONFIG));
}

/** The folders of a browser's fonts: the system's, and Tintype's own where it has none. */
export async function usedFontFolders(options: BareSystemOptions): Promise<string[]> {
  const folders = fontFolders(options);
  const config = await fontconfigForBareSystem(options);
  return config === undefined ? folders : [...folders, path.join(path.dirname(config), 'fonts')];
}

const CONFIG = 'tintype-fonts.conf';

async function hasFonts(folders: readonly string[]): Promise<boolean> {
  for await (const _font of fontFiles(folders)) return true;
  return false;
}

function fontconfig(folders: readonly string[]): string {
  const dirs = folders.map((folder) => `  <dir>${escapeXml(folder)}</dir>`);
  // The cache is in XDG_CACHE_HOME, which is the browser's profile.
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${dirs.join('\n')}
  <dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
