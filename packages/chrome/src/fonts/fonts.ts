import { existsSync, type Dirent } from 'node:fs';
import { writeFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { unpackBundledFonts } from '../find/bundled-browser.ts';

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

/** A script that no font covers, and the Debian package that adds one. */
export interface MissingScript {
  script: string;
  package: string;
}

/** Scripts and glyphs that the fonts of a machine cover. */
export interface FontReport {
  /** Number of font families. */
  families: number;
  missing: MissingScript[];
}

/** Reports scripts that no font file covers. fontconfig may not be installed. */
export async function describeFonts(folders: readonly string[]): Promise<FontReport> {
  const [{ writingScripts }, { readFont }] = await Promise.all([
    import('@tintype/core/page'),
    import('./read-font.ts'),
  ]);
  const families = new Set<string>();
  const missing = new Set(writingScripts);
  for await (const file of fontFiles(folders)) {
    const font = await readFont(file);
    if (!font) continue;
    families.add(font.family);
    for (const script of missing) {
      if (script.inColour && !font.isColour) continue;
      const letters = [...script.sample].map((letter) => letter.codePointAt(0) ?? 0);
      if (letters.every((letter) => font.covers(letter))) missing.delete(script);
    }
  }
  return {
    families: families.size,
    missing: Array.from(missing, ({ script, package: name }) => ({ script, package: name })),
  };
}
