import { delimiter } from 'node:path';
import t from 'tap';
import { readEnvironment } from './environment.ts';

t.test('an empty environment asks for nothing', async (t) => {
  t.same(readEnvironment({}), {
    browsers: [],
    egressAllow: [],
    egressProxyNames: false,
    noSandbox: false,
    blockLists: [],
    plugins: [],
    variables: {},
  });
});

t.test('reads every variable', async (t) => {
  t.match(
    readEnvironment({
      TINTYPE_CHROME_PATH: '/opt/chrome',
      TINTYPE_CACHE_DIR: '/var/tmp/t',
      TINTYPE_BROWSERS: 'ws://10.0.0.7:3000?token=a, http://10.0.0.8:9222,',
      TINTYPE_EGRESS_ADDRESS: '10.0.0.2',
      TINTYPE_EGRESS_ALLOW: ' localhost:3000, 10.0.0.0/8,,',
      TINTYPE_EGRESS_PROXY_NAMES: 'yes',
      TINTYPE_NO_SANDBOX: '1',
      TINTYPE_PLUGINS: 'links.js',
      TINTYPE_BLOCK_LISTS: ['/srv/lists', 'own.txt'].join(delimiter),
    }),
    {
      chromePath: '/opt/chrome',
      cacheDir: '/var/tmp/t',
      browsers: ['ws://10.0.0.7:3000?token=a', 'http://10.0.0.8:9222'],
      egressAddress: '10.0.0.2',
      egressAllow: ['localhost:3000', '10.0.0.0/8'],
      egressProxyNames: true,
      noSandbox: true,
      blockLists: ['/srv/lists', 'own.txt'],
      plugins: ['links.js'],
    },
  );
});

t.test('a variable that says no means no', async (t) => {
  for (const value of ['', '0', 'false', 'NO', ' off ']) {
    t.equal(readEnvironment({ TINTYPE_NO_SANDBOX: value }).noSandbox, false, `"${value}"`);
  }
  t.equal(readEnvironment({ TINTYPE_CHROME_PATH: '' }).chromePath, undefined);
});

t.test('a word that says neither does not take the sandbox away', async (t) => {
  for (const value of ['banana', '2', 'yes please', 'ture']) {
    t.throws(() => readEnvironment({ TINTYPE_NO_SANDBOX: value }), {
      name: 'TypeError',
      message: new RegExp(`^TINTYPE_NO_SANDBOX must be 1, .*; got "${value}"\\.`),
    });
  }
  for (const value of ['1', 'TRUE', ' yes ', 'on']) {
    t.equal(readEnvironment({ TINTYPE_NO_SANDBOX: value }).noSandbox, true, `"${value}"`);
  }
});
