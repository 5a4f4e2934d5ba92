import t from 'tap';
import { defaultCacheDir } from './default-cache-dir.ts';

t.test('root keeps it where another user can read', async (t) => {
  const system = { env: { XDG_CACHE_HOME: '/root/c' }, uid: 0, homedir: '/root' };
  t.equal(defaultCacheDir({ ...system, platform: 'linux' }), '/var/cache/tintype');
});

t.test('an ordinary user keeps it at home', async (t) => {
  const system = { env: {}, uid: 1000, homedir: '/home/u', platform: 'linux' as const };
  t.equal(defaultCacheDir(system), '/home/u/.cache/tintype');
  t.equal(defaultCacheDir({ ...system, env: { XDG_CACHE_HOME: '/c' } }), '/c/tintype');
  t.equal(defaultCacheDir({ ...system, env: { XDG_CACHE_HOME: 'c' } }), '/home/u/.cache/tintype');
  t.equal(defaultCacheDir({ ...system, platform: 'darwin' }), '/home/u/Library/Caches/tintype');
});

t.test('Windows', async (t) => {
  const system = { uid: undefined, homedir: 'C:\\Users\\u', platform: 'win32' as const };
  const atHome = 'C:\\Users\\u\\AppData\\Local\\tintype\\cache';
  t.equal(defaultCacheDir({ ...system, env: {} }), atHome);
  t.equal(defaultCacheDir({ ...system, env: { LOCALAPPDATA: 'D:\\L' } }), 'D:\\L\\tintype\\cache');
});
