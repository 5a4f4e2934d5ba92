/**
 * Makes few files of the many modules of a package: what a program imports of it, what its threads
 * run, and what several of these or an `import()` share. Loading a module costs Node about half a
 * millisecond, and Tintype has more than six hundred.
 *
 * Called in the folder of a package after the compiler, with the modules that threads and commands
 * start with:
 *
 *     node ../../scripts/bundle-package.js sqlite/thread/store-thread
 *
 * Other packages stay imports, ours too, but for those that are many small modules and loaded by
 * every command: see `inlined`. The compiler's own modules are removed, but for those that run in
 * pages: their texts are made of them.
 */
import { copyFileSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const { name: ownName, exports = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const imported = Object.values(exports).map((entry) => entry['@tintype/source']);
const started = process.argv.slice(2).map((name) => `./src/${name}.ts`);
/** Written by the build in another form than the compiler gives it. */
const made = globSync(['src/**/page-code.ts', 'src/encode/webcodecs/mediabunny.ts']).map((file) =>
  relative('src', file).replaceAll(sep, '/').replace(/\.ts$/, ''),
);

/**
 * Packages of many small modules, of which few are used, and that are loaded by each command that
 * renders, or each thread of the store. Of zod these are 75, 64 of them messages in other
 * languages: `contract` has it for all. Their licences are beside the code.
 */
const insides = {
  '@tintype/contract': ['zod/mini', '@noble/hashes'],
  '@tintype/scheduler': ['uuid'],
  '@tintype/store': ['uuid'],
  tintype: ['reflect-metadata', 'tsyringe', 'tslib'],
}[ownName];

const inlined = {
  name: 'inlined',
  setup({ onResolve }) {
    onResolve(
      { filter: /^(?:zod\/mini$|@noble\/hashes\/|(?:uuid|reflect-metadata|tsyringe|tslib)$)/ },
      ({ path }) => {
        if (insides?.some((name) => path === name || path.startsWith(`${name}/`))) {
          return { path: placeOf(path) };
        }
        return path === 'zod/mini' ? { path: '@tintype/contract/zod', external: true } : undefined;
      },
    );
  },
};

/** That of tsyringe is beside it: other packages here have a tslib that it does not depend on. */
function placeOf(name) {
  return name === 'tslib'
    ? createRequire(placeOf('tsyringe')).resolve(name)
    : fileURLToPath(import.meta.resolve(name));
}

function madeOf(file) {
  const name = made.find((each) => file.replaceAll(sep, '/') === `${each}.ts`);
  return name === undefined ? undefined : { path: resolve('dist', `${name}.js`) };
}

const asMade = {
  name: 'as made',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
      return madeOf(relative(resolve('src'), join(resolveDir, path)));
    });
    // What these import is what the sources import, and no bundle of an earlier build.
    onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
      const source = join(resolve('src'), relative(resolve('dist'), join(resolveDir, path)));
      const file = source.replace(/\.js$/, '.ts');
      const written = madeOf(relative(resolve('src'), file));
      if (written) return written;
      return existsSync(file) ? { path: file } : undefined;
    });
  },
};

rmSync('dist/chunks', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [...imported, ...started],
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.18',
  packages: 'external',
  // One level deep, as modules are that look for files of their package.
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  plugins: [asMade, inlined],
});

for (const name of insides ?? []) {
  const [folder] = /^(?:@[^/]+\/)?[^/]+/.exec(name);
  const place =
    name === 'tslib'
      ? dirname(placeOf(name))
      : join(import.meta.dirname, '../node_modules', folder);
  const [text] = globSync(join(place, 'LICENSE*'));
  copyFileSync(text, join('dist', `${folder.replace('/', '-')}.LICENSE.txt`));
}

const kept = new Set(Object.keys(metafile.outputs));
const isKept = (file) =>
  kept.has(file.replaceAll(sep, '/')) ||
  /(?:^|[/\\])(?:in-page|fixtures)[/\\]|\.test\./.test(file) ||
  made.some((name) => file.startsWith(join('dist', name)));
for (const file of globSync('dist/**/*.{js,js.map}')) if (!isKept(file)) rmSync(file);
