import { resolve } from 'node:path';
import t from 'tap';
import { dataDirFor, defaultDataDir } from './data-dir.ts';
import { readEnvironment } from './environment.ts';

t.test('an ordinary user keeps data at home, root where services keep theirs', async (t) => {
  const options = { env: {}, uid: 1000, homedir: '/home/u', platform: 'linux' as const };
  t.equal(defaultDataDir(options), '/home/u/.local/share/tintype');
  t.equal(defaultDataDir({ ...options, env: { XDG_DATA_HOME: '/d' } }), '/d/tintype');
  t.equal(
    defaultDataDir({ ...options, env: { XDG_DATA_HOME: 'd' } }),
    '/home/u/.local/share/tintype',
  );
  const mac = '/home/u/Library/Application Support/tintype';
  t.equal(defaultDataDir({ ...options, platform: 'darwin' }), mac);
  t.equal(defaultDataDir({ ...options, uid: 0 }), '/var/lib/tintype');
});

t.test('Windows', async (t) => {
  const options = { uid: undefined, homedir: 'C:\\Users\\u', platform: 'win32' as const };
  const atHome = 'C:\\Users\\u\\AppData\\Local\\tintype\\data';
  t.equal(defaultDataDir({ ...options, env: {} }), atHome);
  t.equal(defaultDataDir({ ...options, env: { LOCALAPPDATA: 'D:\\L' } }), 'D:\\L\\tintype\\data');
});

t.test('an option wins over the environment, and both over the usual place', async (t) => {
  const environment = readEnvironment({ TINTYPE_DATA_DIR: '/srv/tintype' });
  t.equal(dataDirFor('here', environment), resolve('here'));
  t.equal(dataDirFor(undefined, environment), '/srv/tintype');
  t.match(dataDirFor(undefined, readEnvironment({ TINTYPE_DATA_DIR: '' })), /tintype$/);
});
