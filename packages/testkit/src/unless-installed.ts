import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const APT = 'apt-get install';

/** Programs that no npm package brings, and how to install them on Debian and Ubuntu. */
const programs = {
  Xvfb: `${APT} xvfb`,
  curl: `${APT} curl`,
  ffmpeg: `${APT} ffmpeg`,
  ffprobe: `${APT} ffmpeg`,
  helm: 'see https://helm.sh/docs/intro/install',
  openssl: `${APT} openssl`,
  pdffonts: `${APT} poppler-utils`,
  pdfinfo: `${APT} poppler-utils`,
  pdftoppm: `${APT} poppler-utils`,
  pdftotext: `${APT} poppler-utils`,
  python3: `${APT} python3`,
} as const;

/**
 * Returns why a test that needs these programs is skipped, and how to install them; false if all
 * are on the PATH.
 */
export function unlessInstalled(...names: readonly (keyof typeof programs)[]): string | false {
  const name = names.find((each) => !isOnPath(each));
  return name === undefined ? false : `${name} is not installed: ${programs[name]}`;
}

/** Reason of a skipped test that needs more than the headless shell that comes with npm. */
export const noFullChrome = `no full Chrome or Chromium is installed: ${APT} chromium`;

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
