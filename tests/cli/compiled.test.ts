import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultCacheDir, type SystemUser } from '@tintype/chrome';
import t, { type Test } from 'tap';
import { bin, runCli } from './run-cli.ts';

/** Plain JavaScript of the command, which has no types. */
const { cacheDirOf } = (await import(new URL('keep-compiled.js', `file://${bin}`).href)) as {
  cacheDirOf(system: SystemUser): string;
};

/** Runs a command with a cache folder of its own, and returns the content of the folder. */
function makeCache(t: Test) {
  const dir = join(t.testdir(), 'cache');
  const compiled = join(dir, 'compiled');
  const read = (folder: string) => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };
  return {
    dir,
    compiled,
    folders: () => read(compiled),
    files: () =>
      read(compiled)
        .flatMap((name) => readdirSync(join(compiled, name), { recursive: true, encoding: 'utf8' }))
        .filter((name) => name.includes('/')),
    async run(env: Record<string, string> = {}) {
      const { code, stdout, stderr } = await runCli(['--version'], {
        env: { TINTYPE_CACHE_DIR: dir, NODE_COMPILE_CACHE: '', ...env },
      });
      t.equal(code, 0, stderr);
      t.match(String(stdout), /^\d+\.\d+\.\d+\n$/);
    },
  };
}

t.test('compiled code is kept in the cache folder, for this user alone', async (t) => {
  const cache = makeCache(t);
  await cache.run();
  const files = cache.files();
  t.ok(files.length > 3, `${files.length} modules`);
  t.equal(statSync(cache.compiled).mode & 0o777, 0o700);
  t.equal(statSync(cache.dir).mode & 0o777, 0o755, 'browsers may be unpacked there');
  await cache.run();
  t.same(cache.files(), files, 'the next start finds it');
});

t.test('where others can write, nothing is kept or read', async (t) => {
  const cache = makeCache(t);
  mkdirSync(cache.compiled, { recursive: true });
  chmodSync(cache.compiled, 0o777);
  await cache.run();
  t.same(cache.folders(), []);
});

t.test('a folder that cannot be written is no reason to fail', async (t) => {
  const cache = makeCache(t);
  writeFileSync(cache.dir, 'a file in the way');
  await cache.run();
  t.same(cache.folders(), []);
});

t.test('respects Node’s own variables', async (t) => {
  const cache = makeCache(t);
  const own = join(t.testdirName, 'own');
  await cache.run({ NODE_COMPILE_CACHE: own });
  t.ok(readdirSync(own).length > 0);
  await cache.run({ NODE_DISABLE_COMPILE_CACHE: '1' });
  t.same(cache.folders(), []);
});

t.test('four are kept at most, those used last', async (t) => {
  const cache = makeCache(t);
  for (const [age, name] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
    mkdirSync(join(cache.compiled, name), { recursive: true });
    chmodSync(cache.compiled, 0o700);
    const usedS = 1_700_000_000 - age;
    utimesSync(join(cache.compiled, name), usedS, usedS);
  }
  await cache.run();
  t.equal(cache.folders().length, 4);
  t.same(
    cache
      .folders()
      .filter((name) => name.length === 1)
      .sort(),
    ['a', 'b', 'c'],
  );
});

t.test('an upgrade in place has a folder of its own', async (t) => {
  const dir = t.testdir({ dist: { cli: { 'main.js': '' } } });
  cpSync(dirname(bin), join(dir, 'bin'), { recursive: true });
  const compiled = join(dir, 'cache', 'compiled');
  const kept = (version: string) => {
    const manifest = { name: 'tintype', type: 'module', version };
    writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
    execFileSync(process.execPath, [join(dir, 'bin', 'tintype.js')], {
      env: { ...process.env, TINTYPE_CACHE_DIR: join(dir, 'cache'), NODE_COMPILE_CACHE: '' },
    });
    return readdirSync(compiled);
  };
  const [first = ''] = kept('1.0.0');
  t.same(kept('1.0.0'), [first], 'the next start of a version has the same');
  // The clock of a file system can be too coarse to tell starts apart.
  utimesSync(join(compiled, first), 1_700_000_000, 1_700_000_000);
  const after = ['1.1.0', '1.2.0', '1.3.0', '1.4.0'].map(kept);
  const lengths = after.map((names) => names.length);
  t.same(lengths, [2, 3, 4, 4]);
  t.notOk(after.at(-1)?.includes(first), 'nobody has run the first version since');
});

t.test('its folder is where everything else is kept', async (t) => {
  const homedir = '/home/u';
  for (const uid of [0, 1000]) {
    for (const platform of ['linux', 'darwin'] as const) {
      for (const xdg of [undefined, '/c', 'c']) {
        const system = { env: { XDG_CACHE_HOME: xdg }, platform, uid, homedir };
        t.equal(cacheDirOf(system), defaultCacheDir(system), JSON.stringify(system));
      }
    }
  }
});
