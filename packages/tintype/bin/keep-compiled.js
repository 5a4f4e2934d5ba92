// Plain JavaScript, as what compiles nothing has nothing to keep: it runs before all other modules.
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'fs';
import module from 'module';
import { homedir } from 'os';
import { dirname, isAbsolute, join } from 'path';

/**
 * Each has some 10 MB: one for each place that Tintype was run from, each version that was there,
 * and each Node that ran it.
 */
const MOST_FOLDERS = 4;

/**
 * Keeps what Node compiles in the user's cache folder: the next start has it. Node's own place lies
 * in a folder in which every user of the machine may write, and compiled code is run as it is
 * found. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE mean what they mean to Node.
 *
 * @param {string} program - Where it lies, as the address of a file
 * @returns {void}
 */
export function keepCompiled(program) {
  const { NODE_COMPILE_CACHE: named, NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  if (!module.enableCompileCache || named || isOff) return;
  try {
    const { env, platform } = process;
    const uid = process.getuid?.();
    const all = join(cacheDirOf({ env, platform, uid, homedir: homedir() }), 'compiled');
    const name = nameOf(`${process.version} ${process.arch} ${program} ${versionOf(program)}`);
    makeWay(dirname(all));
    mkdirSync(all, { recursive: true, mode: 0o700 });
    if (!isOurs(all)) return;
    const isNew = mkdirSync(join(all, name), { recursive: true, mode: 0o700 }) !== undefined;
    if (isNew) removeOldest(all, name);
    else utimesSync(join(all, name), new Date(), new Date());
    module.enableCompileCache(join(all, name));
  } catch {
    // Nothing can be written there: the start takes a little longer.
  }
}

/**
 * As `defaultCacheDir` of @tintype/chrome says it, which is not loaded yet: a test compares the
 * two.
 *
 * @param {import('@tintype/chrome').SystemUser} system - What it depends on
 * @returns {string} The folder
 */
export function cacheDirOf({ env, platform, uid, homedir }) {
  const { TINTYPE_CACHE_DIR: own, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (own) return own;
  if (platform === 'win32') {
    return join(local || join(homedir, 'AppData', 'Local'), 'tintype', 'cache');
  }
  if (uid === 0) return '/var/cache/tintype';
  if (platform === 'darwin') return join(homedir, 'Library', 'Caches', 'tintype');
  return join(xdg && isAbsolute(xdg) ? xdg : join(homedir, '.cache'), 'tintype');
}

/** Whatever the umask is: browsers that are unpacked there later may run as another user. */
function makeWay(folder) {
  const made = mkdirSync(folder, { recursive: true });
  if (made === undefined) return;
  for (let here = folder; here.length >= made.length; here = dirname(here)) chmodSync(here, 0o755);
}

/**
 * A release has other files: where it replaced another, that one's would stay for ever in a folder
 * of both.
 */
function versionOf(program) {
  return JSON.parse(readFileSync(new URL('../package.json', program), 'utf8')).version;
}

/** Two of one name would share a folder, which does no harm. */
function nameOf(text) {
  const sum = Array.from(text).reduce((so, each) => (so * 31 + each.codePointAt(0)) >>> 0, 0);
  return sum.toString(16).padStart(8, '0');
}

/** Returns whether only this user created it and may write to it. */
function isOurs(folder) {
  if (process.platform === 'win32') return true;
  const stats = lstatSync(folder);
  return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
}

function removeOldest(all, name) {
  const others = readdirSync(all)
    .filter((each) => each !== name)
    .map((each) => ({ path: join(all, each), usedMs: lstatSync(join(all, each)).mtimeMs }))
    .sort((one, other) => other.usedMs - one.usedMs);
  for (const { path } of others.slice(MOST_FOLDERS - 1))
    rmSync(path, { recursive: true, force: true });
}
