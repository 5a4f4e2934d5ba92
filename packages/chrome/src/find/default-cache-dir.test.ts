import t from 'tap';
import { defaultCacheDir } from './default-cache-dir.ts';

t.test('root keeps it where another user can read', async (t) => {
  const facts = { env: { XDG_CACHE_HOME: '/root/c' }, uid: 0, homedir: '/root' };
  t.equal(defaultCacheDir({ ...facts, platform: 'linux' }), '/var/cache/tintype');
});

t.test('an ordinary user keeps it at home', async (t) => {
  const facts = { env: {}, uid: 1000, homedir: '/home/u', platform: 'linux' as const };
  t.equal(defaultCacheDir(facts), '/home/u/.cache/tintype');
  t.equal(defaultCacheDir({ ...facts, env: { XDG_CACHE_HOME: '/c' } }), '/c/tintype');
  t.equal(defaultCacheDir({ ...facts, env: { XDG_CACHE_HOME: 'c' } }), '/home/u/.cache/tintype');
  t.equal(defaultCacheDir({ ...facts, platform: 'darwin' }), '/home/u/Library/Caches/tintype');
});

t.test('Windows', async (t) => {
  const facts = { uid: undefined, homedir: 'C:\\Users\\u', platform: 'win32' as const };
  const atHome = 'C:\\Users\\u\\AppData\\Local\\tintype\\cache';
  t.equal(defaultCacheDir({ ...facts, env: {} }), atHome);
  t.equal(defaultCacheDir({ ...facts, env: { LOCALAPPDATA: 'D:\\L' } }), 'D:\\L\\tintype\\cache');
});
