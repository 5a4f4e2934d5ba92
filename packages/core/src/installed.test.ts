import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { installedFolder, ownFile, requireInstalled } from './installed.ts';

const here = { name: '@tintype/core', url: import.meta.url };

/** An installation with a bundle: the face at the top and all else below it. */
const dir = t.testdir({
  out: { 'bundle.mjs': '' },
  node_modules: {
    tintype: {
      'package.json': '{ "name": "tintype" }',
      node_modules: {
        '@tintype': {
          chrome: {
            'package.json': '{ "name": "@tintype/chrome" }',
            dist: { worker: { 'main.js': '' } },
            node_modules: {
              part: { 'package.json': '{ "name": "part" }', 'index.js': 'module.exports = 7;' },
            },
          },
        },
      },
    },
  },
});
const bundled = {
  name: '@tintype/chrome',
  url: String(pathToFileURL(join(dir, 'out/bundle.mjs'))),
};
const chrome = join(dir, 'node_modules/tintype/node_modules/@tintype/chrome');
const missing = {
  name: 'RenderError',
  code: 'unsupported',
  message:
    /^no-such-part was not found beside the program\..*external: \['tintype'\].*serverExternalPackages: \['tintype'\]/,
};

t.test('finds packages from its own folder', async (t) => {
  t.match(installedFolder('sharp', here), /node_modules[\\/]sharp$/);
  t.equal(typeof requireInstalled('sharp', here), 'function');
  t.match(ownFile('sharp', here), /src[\\/]sharp\.ts$/);
  t.throws(() => installedFolder('no-such-part', here), missing);
  t.throws(() => requireInstalled('no-such-part', here), missing);
  t.throws(() => ownFile('worker/none', here), { message: /^@tintype\/core \(worker\/none\) was/ });
});

t.test('finds packages beside a bundle', async (t) => {
  t.equal(installedFolder('part', bundled), join(chrome, 'node_modules/part'));
  t.equal(requireInstalled('part', bundled), 7);
  t.equal(requireInstalled('part/index.js', bundled), 7);
  t.equal(ownFile('worker/main', bundled), join(chrome, 'dist/worker/main.js'));
  t.throws(() => installedFolder('no-such-part', bundled), missing);
  t.throws(() => requireInstalled('no-such-part', bundled), missing);
});

t.test('reports packages missing beside a moved bundle', async (t) => {
  const alone = { ...bundled, url: 'file:///nowhere/bundle.mjs' };
  t.throws(() => installedFolder('part', alone), { code: 'unsupported' });
  t.throws(() => requireInstalled('part', alone), { code: 'unsupported' });
  t.throws(() => ownFile('worker/main', alone), { code: 'unsupported' });
});

t.test("code without a URL resolves from the program's folder", async (t) => {
  const module = JSON.stringify(String(new URL('./installed.ts', import.meta.url)));
  // Of CommonJS; of a bundle by webpack, on another machine.
  const urls = [undefined, 'file:///nowhere/node_modules/@tintype/chrome/dist/index.js'];
  const program = `import { installedFolder } from ${module};
    for (const url of [${urls.map((url) => JSON.stringify(url) ?? 'undefined')}])
      console.log(installedFolder('part', { name: '@tintype/chrome', url }));`;
  const flags = ['--conditions=@tintype/source', '--input-type=module'];
  const { stdout } = spawnSync(
    process.execPath,
    [...flags, '--eval', program, '--', join(dir, 'out/run.mjs')],
    { encoding: 'utf8', cwd: tmpdir() },
  );
  const folder = join(chrome, 'node_modules/part');
  t.same(stdout.trim().split('\n'), [folder, folder]);
});

t.test('reports an error inside a package as itself, not as missing', async (t) => {
  const broken = t.testdir({
    'code.mjs': '',
    node_modules: { broken: { 'index.js': 'throw new Error("its own")', 'package.json': '{}' } },
  });
  const dependent = { name: 'x', url: String(pathToFileURL(join(broken, 'code.mjs'))) };
  t.throws(() => requireInstalled('broken', dependent), /its own/);
});

t.test('a thread gets the compile cache, and nothing else of the environment', async (t) => {
  const program = `import { startThread } from ${JSON.stringify(new URL('./installed.ts', import.meta.url).href)};
    const code = 'console.log(JSON.stringify([process.getBuiltinModule("module").getCompileCacheDir(), Object.keys(process.env)]))';
    startThread(code, { eval: true });`;
  const flags = ['--conditions=@tintype/source', '--input-type=module'];
  const seenWith = (env: NodeJS.Dict<string>) =>
    execFileSync(process.execPath, [...flags, '--eval', program], {
      env: { SECRET: 'x', ...env },
      encoding: 'utf8',
      cwd: import.meta.dirname,
    });
  const compiled = t.testdir();
  const [folder, names] = JSON.parse(seenWith({ NODE_COMPILE_CACHE: compiled })) as [
    string,
    string[],
  ];
  t.ok(folder.startsWith(join(compiled, 'v')), folder);
  t.same(names, ['NODE_COMPILE_CACHE']);
  t.equal(seenWith({}), '[null,[]]\n');
});
