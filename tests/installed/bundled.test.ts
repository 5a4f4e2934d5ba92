import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { root } from '../cli/run-cli.ts';
import { listModules } from '../serve/list-modules.ts';
import { runService } from '../serve/run-service.ts';
import { build } from './install-closure.ts';

build();
const packages = join(root, 'packages');
const read = (path: string) => readFileSync(join(packages, path), 'utf8');

t.test('what a thread starts with is there beside the bundle', (t) => {
  const sources = globSync('*/src/**/*.ts', { cwd: packages });
  const threads = sources.flatMap((file) =>
    [...read(file).matchAll(/^(?!\s*\*).*\bownFile\(\s*'([^']+)'/gm)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
  t.ok(threads.length > 4, 'they are found');
  for (const { file, name } of threads.filter((each) => !each.file.endsWith('.test.ts'))) {
    const manifest = read(join(dirname(file).split('/')[0] ?? '', 'package.json'));
    t.match(manifest, new RegExp(`bundle-package\\.js[^"&]* ${name}\\b`), `${file}: ${name}`);
  }
  t.end();
});

t.test('what other packages use of zod is in the copy that all share', async (t) => {
  const shared = new Set(Object.keys(await import('@tintype/contract/zod')));
  const users = globSync('*/src/**/*.ts', { cwd: packages }).filter(
    (file) => !file.startsWith('contract/') && / from 'zod\/mini'/.test(read(file)),
  );
  t.ok(users.length > 5, 'they are found');
  for (const file of users) {
    t.match(read(file), /import (?:type )?\* as z from 'zod\/mini'/, `${file}: as one`);
    const called = [...read(file).matchAll(/\bz\.(\w+)\(/g)].map(([, name = '']) => name);
    t.same(
      called.filter((name) => !shared.has(name)),
      [],
      file,
    );
  }
});

t.test('an installed service starts, from an eighth of its files', async (t) => {
  const { env, read } = listModules(t);
  const entry = join(packages, 'tintype/dist/cli/main.js');
  // It is ready when a page has been rendered.
  const service = await runService(t, { entry, env });
  t.equal(await service.stop(), 0, service.stderr);
  const loaded = read();
  const own = loaded.filter((url) => !url.includes('/node_modules/'));
  t.same(
    own.filter((url) => url.includes('/src/')),
    [],
    'nothing of the sources',
  );
  const names = ['zod', 'tsyringe', 'reflect-metadata', 'tslib', 'uuid', '@noble/hashes'];
  const inlined = names.filter((name) =>
    loaded.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  t.same(inlined, [], 'nor what is inlined');
  t.ok(own.length > 18, `${own.length} files of ours, one of each package at least`);
  const sources = globSync('*/src/**/*.ts', { cwd: packages });
  const files = sources.filter((name) => !/\.test\.|fixtures|^(?:console|testkit)\//.test(name));
  t.ok(own.length * 8 < files.length, `${own.length} files of ours, of ${files.length} sources`);
});

t.test('what is inlined is what its package asks for', (t) => {
  const dist = join(packages, 'tintype/dist');
  const sources = globSync('**/*.js.map', { cwd: dist }).flatMap(
    (file) => (JSON.parse(readFileSync(join(dist, file), 'utf8')) as { sources: string[] }).sources,
  );
  const own = 'node_modules/tsyringe/node_modules/tslib';
  const tslibs = sources.filter((source) => source.includes('/tslib/'));
  t.ok(tslibs.length > 0, 'it is found');
  t.same(
    tslibs.filter((source) => !source.includes(`/${own}/`)),
    [],
  );
  t.equal(
    read('tintype/dist/tslib.LICENSE.txt'),
    readFileSync(join(root, own, 'LICENSE.txt'), 'utf8'),
  );
  t.end();
});
