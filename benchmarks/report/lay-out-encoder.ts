import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Peers } from './fetch-peers.ts';

/**
 * Lays the ffmpeg of the machine where Playwright looks for its own. Playwright reads where that is
 * when it is loaded, so this comes before any of it.
 */
export async function layOutEncoder(peers: Peers): Promise<void> {
  const known = JSON.parse(
    readFileSync(peers.file('playwright-core', 'browsers.json'), 'utf8'),
  ) as {
    browsers: { name: string; revision: string }[];
  };
  const { revision } = known.browsers.find(({ name }) => name === 'ffmpeg')!;
  const folder = peers.file('playwright-core', '.encoders');
  const place = path.join(folder, `ffmpeg-${revision}`);
  if (!existsSync(place)) {
    await mkdir(place, { recursive: true });
    await symlink('/usr/bin/ffmpeg', path.join(place, 'ffmpeg-linux'));
    await writeFile(path.join(place, 'INSTALLATION_COMPLETE'), '');
  }
  process.env['PLAYWRIGHT_BROWSERS_PATH'] = folder;
}
