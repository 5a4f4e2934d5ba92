import { homedir } from 'node:os';
import { defaultCacheDir } from '@tintype/chrome';

/**
 * Returns options of `createChromeSource` and `findBrowser` with which both find the browser that
 * the command line finds.
 */
export function browserOptions() {
  const { env, platform } = process;
  const found = { env, homedir: homedir() };
  const cacheDir =
    env['TINTYPE_CACHE_DIR'] || defaultCacheDir({ ...found, platform, uid: process.getuid?.() });
  const executablePath = env['TINTYPE_CHROME_PATH'];
  return { ...found, cacheDir, ...(executablePath ? { executablePath } : {}) };
}
